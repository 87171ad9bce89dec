#include "core/contact/PassThrough.h"

#include <algorithm>

namespace sinew {
namespace {

std::array<int, 2> inOrder(int a, int b) {
  return a < b ? std::array<int, 2>{a, b} : std::array<int, 2>{b, a};
}

}  // namespace

void PassThrough::add(int a, int b) {
  m_pairs.push_back(inOrder(a, b));
}

void PassThrough::feelItself(int part) {
  m_feeling.push_back(part);
}

void PassThrough::join(int part, int group) {
  if (part >= static_cast<int>(m_groups.size())) m_groups.resize(part + 1);
  m_groups[part].push_back(group);
}

void PassThrough::settle() {
  std::sort(m_pairs.begin(), m_pairs.end());
  m_pairs.erase(std::unique(m_pairs.begin(), m_pairs.end()), m_pairs.end());
  std::sort(m_feeling.begin(), m_feeling.end());
}

void PassThrough::keepOnly(TouchResponse response, const PairRules& rules) {
  m_rules = rules.none() ? nullptr : &rules;
  m_response = response;
}

void PassThrough::keepToo(int a, int b) {
  m_kept.push_back(inOrder(a, b));
}

bool PassThrough::answersOtherwise(int a, int b) const {
  return m_rules != nullptr && m_rules->response(a, b) != m_response &&
         std::ranges::find(m_kept, inOrder(a, b)) == m_kept.end();
}

bool PassThrough::shareGroup(int a, int b) const {
  const int count = static_cast<int>(m_groups.size());
  if (a >= count || b >= count) return false;
  auto i = m_groups[a].begin(), j = m_groups[b].begin();
  while (i != m_groups[a].end() && j != m_groups[b].end()) {
    if (*i == *j) return true;
    ++(*i < *j ? i : j);
  }
  return false;
}

bool PassThrough::pass(int a, int b) const {
  const bool paired = std::binary_search(m_pairs.begin(), m_pairs.end(), inOrder(a, b));
  if (answersOtherwise(a, b)) return true;
  if (a == b) return paired || !std::binary_search(m_feeling.begin(), m_feeling.end(), a);
  return paired || shareGroup(a, b);
}

}  // namespace sinew
