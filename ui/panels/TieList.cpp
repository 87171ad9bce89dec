#include "ui/panels/TieList.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "ui/document/Ties.h"
#include "ui/fields/Quantity.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

constexpr std::size_t kMostListed = 12;
constexpr double kNoForce = 1e-6;  // [N]

/// With three digits: more of them flicker.
QString forceText(double newtons) {
  if (newtons < kNoForce) return quantityText(0, "N");
  if (!std::isfinite(newtons)) return quantityText(newtons, "N");
  const double digit = std::pow(10, std::floor(std::log10(newtons)) - 2);
  return quantityText(digit * std::round(newtons / digit), "N");
}

/// The only thing that is selected; null when there are more or none.
const ObjectId* onlySelected(const Document& document) {
  const auto& items = document.selection().items();
  return items.size() == 1 ? &items.front() : nullptr;
}

QString stateOf(const ConstraintGlyph& glyph) {
  if (glyph.broken) return TieList::tr("broken");
  if (!glyph.active) return TieList::tr("switched off");
  return glyph.met() ? TieList::tr("holds") : TieList::tr("still open");
}

}  // namespace

TieList::TieList(Document& document, LiveRun& live, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_live(live),
      m_ties(new QLabel(this)),
      m_measure(new QLabel(this)) {
  m_ties->setTextFormat(Qt::RichText);
  m_ties->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  m_ties->setAccessibleName(tr("What it is tied to"));
  m_measure->setAccessibleName(tr("How it holds"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, Spacing::kTight);
  column->setSpacing(2);
  for (QLabel* label : {m_measure, m_ties}) {
    label->setProperty("role", "small");
    label->setWordWrap(true);
    column->addWidget(label);
  }
  connect(m_ties, &QLabel::linkActivated, this, &TieList::follow);
  connect(&live, &LiveRun::snapshotArrived, this, &TieList::measure);
  refresh();
}

void TieList::refresh() {
  const ObjectId* only = onlySelected(m_document);
  const auto ties = only == nullptr ? std::vector<ObjectId>()
                                    : tiesOf(m_document.scene(), m_document.registry(), *only);
  m_ties->setVisible(!ties.empty());
  m_ties->setText(listed(ties));
  measure();
}

QString TieList::listed(const std::vector<ObjectId>& ties) const {
  QStringList links;
  for (std::size_t i = 0; i < std::min(ties.size(), kMostListed); ++i) {
    const QString name = QString::fromStdString(ties[i].name).toHtmlEscaped();
    links << QString("<a href=\"%1\">%2</a>").arg(i).arg(name);
  }
  if (ties.size() > kMostListed)
    links << tr("%n more", nullptr, static_cast<int>(ties.size() - kMostListed));
  const bool part = !ties.empty() && ties.front().section != Section::Parts;
  return (part ? tr("Held by %1") : tr("Holds %1")).arg(links.join(", "));
}

void TieList::follow(const QString& link) {
  const ObjectId* only = onlySelected(m_document);
  if (only == nullptr) return;
  const auto ties = tiesOf(m_document.scene(), m_document.registry(), *only);
  const std::size_t index = link.toUInt();
  if (index < ties.size()) m_document.selection().select({ties[index]});
}

void TieList::measure() {
  const ObjectId* only = onlySelected(m_document);
  const auto snapshot = m_live.snapshot();
  const bool constraint = only != nullptr && only->section == Section::Constraints;
  m_measure->setVisible(constraint);
  if (!constraint || !snapshot || !snapshot->topology) return m_measure->clear();
  for (const ConstraintGlyph& glyph : snapshot->glyphs) {
    const auto& all = snapshot->topology->constraints;
    if (glyph.constraint >= all.size() || all[glyph.constraint].constraint != only->name) continue;
    const double force = glyph.force.norm();
    // An arrow's gap may be an angle.
    const bool arrow = all[glyph.constraint].shape == GlyphShape::Arrow;
    return m_measure->setText(tr("%1 · gap %2 · force %3")
                                  .arg(stateOf(glyph),
                                       arrow ? quantityText(glyph.gap, "") : lengthText(glyph.gap),
                                       forceText(force)));
  }
  m_measure->clear();
}

}  // namespace sinew::ui
