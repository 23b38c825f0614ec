/** GB 11643: 17 digits and a check character mod 11. */
export function idNumberCheck(digits: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return '10X98765432'[sum % 11]!
}

/** GB 16735: values of the letters in a VIN; I, O and Q do not occur. */
const letterValues: Readonly<Record<string, number>> = {
  A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9, S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9,
}

/** Check digit of a 17-character VIN (its own place, the ninth, weighs nothing). */
export function frameNumberCheck(frameNumber: string): string {
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
  const value = (character: string) => letterValues[character] ?? Number(character)
  const sum = weights.reduce((total, weight, index) => total + (weight === 0 ? 0 : weight * value(frameNumber[index]!)), 0)
  return '0123456789X'[sum % 11]!
}
