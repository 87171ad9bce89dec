#pragma once
#include <QOpenGLWidget>
#include <QVariantMap>
#include <memory>

#include "render/DetailPacer.h"
#include "render/FrameLook.h"
#include "ui/document/AssetFile.h"
#include "ui/live/LiveRun.h"

namespace sinew::ui {

struct Addable;

/// The picture of the scene: draws the newest Snapshot with the renderer that exports use, lets one
/// look around, pick, and work with the tool in hand.
class Viewport : public QOpenGLWidget {
  Q_OBJECT
 public:
  enum class Tool { Select, Move, Rotate, Scale, Hand, Connect, Draw };
  enum class View { Front, Back, Right, Left, Top, Bottom };
  enum class Overlay {
    Threads,
    Glyphs,
    Forces,
    Contacts,
    Grid,
    Wireframe,
    Strain,
    Trails,
    Ghosts,
    StartPose,
    SafeFrame
  };
  enum class Navigation { Maya, Blender };
  enum class Axes { World, Local, View };      ///< of the handles that move, turn and stretch
  enum class Snap { Grid, Surfaces, Points };  ///< to what Ctrl snaps what is moved

  Viewport(Document& document, LiveRun& live, const AssetFolders& assets,
           QWidget* parent = nullptr);
  ~Viewport() override;

  Tool tool() const;
  void setTool(Tool tool);
  /// Takes the tool in hand that picks the points of something new; `label` is what it is called.
  /// `first`: where in the picture the first one is, if that is known.
  void pickPointsFor(const Addable& addable, const QString& label,
                     const std::optional<QPointF>& first = std::nullopt);
  /// Takes the tool in hand that draws something new; `label` is what it is called.
  void draw(const Addable& drawable, const QString& label);
  void setNavigation(Navigation navigation);  ///< remembered between runs
  Navigation navigation() const;
  void setEffort(DetailPacer::Effort effort);  ///< remembered between runs
  DetailPacer::Effort effort() const;
  void setAxes(Axes axes);
  Axes axes() const;
  void setSnap(Snap snap);
  Snap snap() const;
  void setSelectsThrough(bool through);  ///< whether the box takes what is hidden behind, too
  bool selectsThrough() const;
  void setOverlay(Overlay overlay, bool shown);
  bool overlay(Overlay overlay) const;
  void setDark(bool dark);  ///< backdrop of the theme

  void lookFrom(View view);
  bool looksAlongAnAxis() const;
  /// Where something that is let go in the picture stands [m]: on what is there, else on the
  /// ground.
  Vec3 placeUnder(const QPointF& place) const;
  std::string partUnder(const QPointF& place) const;  ///< empty: none
  /// Shows where that is, until it is shown nowhere.
  void showPlaceUnder(const std::optional<QPointF>& place);
  /// What is looked through now, as a film would be.
  const CameraLook& eye() const;
  void setFilmSize(const QSize& pixels);  ///< of which the safe frame shows the shape
  void setOrthographic(bool orthographic);
  bool orthographic() const;
  void lookThrough(const std::string& camera);  ///< a camera of the scene; empty: free view
  void frameSelected();
  void frameAll();
  /// From where one looks, or through which camera, in words for restoreView().
  QVariantMap keptView() const;
  void restoreView(const QVariantMap& kept);

  /// Whether this platform can show OpenGL in a window. Where it cannot, no Viewport must be shown.
  static bool available();

  const QString& said() const;  ///< the hint that stands over the picture now, if any

  /// Pictures shown per second, lately [1/s].
  double shownPerSecond() const;

 signals:
  void toolChanged();
  void looked();  ///< from another place, as lookFrom() was told to
  /// One line for the person working: what the tool in hand does, or why something was refused.
  void hint(const QString& text);
  /// A material's picture, as the scene names it, cannot be shown.
  void textureMissing(const QString& texture, const QString& why);

 protected:
  void initializeGL() override;
  void paintGL() override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  class Body;
  std::unique_ptr<Body> m_body;
};

}  // namespace sinew::ui
