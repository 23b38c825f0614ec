/** Answers a symmetric positive definite system: its solution and the inverse of its matrix. */
export function solveNormal(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): { readonly solution: number[]; readonly inverse: number[][] } {
  const size = right.length
  // Gauss and Jordan: such a matrix needs no search for a pivot.
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  for (let pivot = 0; pivot < size; pivot += 1) {
    const row = rows[pivot] ?? []
    const by = row[pivot] ?? 0
    if (!(by > 0)) throw new RangeError('the matrix is not positive definite')
    for (let column = 0; column < 2 * size; column += 1) row[column] = (row[column] ?? 0) / by
    for (let other = 0; other < size; other += 1) {
      const target = rows[other] ?? []
      const factor = target[pivot] ?? 0
      if (other === pivot || factor === 0) continue
      for (let column = 0; column < 2 * size; column += 1) target[column] = (target[column] ?? 0) - factor * (row[column] ?? 0)
    }
  }
  const inverse = rows.map((row) => row.slice(size))
  return { solution: inverse.map((row) => row.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)), inverse }
}

/** The eigenvalues of a symmetric 3 × 3 matrix, greatest first. */
export function eigenvalues3(m: readonly (readonly number[])[]): [number, number, number] {
  const at = (i: number, j: number): number => m[i]?.[j] ?? 0
  const q = (at(0, 0) + at(1, 1) + at(2, 2)) / 3
  const off = at(0, 1) ** 2 + at(0, 2) ** 2 + at(1, 2) ** 2
  const p = Math.sqrt(((at(0, 0) - q) ** 2 + (at(1, 1) - q) ** 2 + (at(2, 2) - q) ** 2 + 2 * off) / 6)
  if (p === 0) return [q, q, q]
  const b = (i: number, j: number): number => (at(i, j) - (i === j ? q : 0)) / p
  const determinant =
    b(0, 0) * (b(1, 1) * b(2, 2) - b(1, 2) ** 2) -
    b(0, 1) * (b(0, 1) * b(2, 2) - b(1, 2) * b(0, 2)) +
    b(0, 2) * (b(0, 1) * b(1, 2) - b(1, 1) * b(0, 2))
  const angle = Math.acos(Math.max(-1, Math.min(1, determinant / 2))) / 3
  const greatest = q + 2 * p * Math.cos(angle)
  const least = q + 2 * p * Math.cos(angle + (2 * Math.PI) / 3)
  return [greatest, 3 * q - greatest - least, least]
}
