#pragma once
#include <Eigen/Dense>
#include <span>
#include <vector>

#include "core/solvers/ConeRows.h"
#include "core/solvers/InteriorPoint.h"

namespace sinew {

/// The contacts of a whole island of rigid bodies at once, with Coulomb friction and uneven masses:
/// the problem of ConeInterior, whose cones are widened in each step by what slides then (V. Acary,
/// F. Cadoux, C. Lemaréchal, J. Malick, ZAMM 91, 2011, find the widening as a fixed point). For
/// bodies are fewer than contacts, P + S⁻² is solved with by way of the velocities, six rows a
/// body:
///   (P + S⁻²)⁻¹ = S² − S² G (1 + Gᵀ S² G)⁻¹ Gᵀ S²,  P = G Gᵀ,  G = units · J L,  M⁻¹ = L Lᵀ.
/// Not to the last digit: with friction it ends at some percent of the speed that closes.
class IslandInterior : private ConeMatrix {
 public:
  struct Goal {
    double enough = 0;  ///< [m/s] by which any contact may miss
    double most = 0;    ///< [N s] that a contact may push with: more is no solution
  };
  /// Improves the impulses of `contacts` and what they do to `island`, the moving bodies, in a few
  /// dozen steps; the impulses stay as they are where no step misses by less.
  void solve(ConeRows& rows, std::span<const ConeBody> bodies, std::span<const int> island,
             std::span<const int> contacts, const Goal& goal);

 private:
  using Lever = ConeRows::Lever;
  using Root = Eigen::Matrix<double, 6, 6>;
  struct Side {
    int body = -1;  // of the island; −1 does not move
    Lever lever = Lever::Zero();
  };
  struct Contact {
    Side a, b;
  };

  void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& out) override;
  bool factorise(std::span<const ConeScaling> scaling) override;
  void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) override;
  void prepare(const ConeRows& rows, std::span<const ConeBody> bodies, std::span<const int> island);
  void prepareContact(const ConeRows& rows, int c);
  Vec3 impulseOf(const ConeRows& rows, const Eigen::VectorXd& x, int c) const;
  double lookAt(const ConeRows& rows, const Eigen::VectorXd& x, double most);
  void solveOnce(const Eigen::VectorXd& b, Eigen::VectorXd& x);
  void toBodies(const Eigen::VectorXd& x);
  Vec3 fromBodies(const Contact& contact, const Eigen::VectorXd& motions) const;

  InteriorPoint m_method{{.share = 0.9, .centring = 0.1}};
  std::span<const int> m_ids;
  std::vector<Contact> m_contacts;
  std::vector<int> m_bodyOf;  // of all bodies: in the island
  std::vector<Root> m_roots;
  std::vector<Mat3> m_squares, m_inverseSquares;
  Eigen::MatrixXd m_system;
  Eigen::LLT<Eigen::MatrixXd> m_factor;
  Eigen::VectorXd m_units, m_q, m_x, m_speeds;
  Eigen::VectorXd m_motions, m_answers, m_left, m_more;
};

}  // namespace sinew
