import { expect, test } from 'vitest'
import { plantedForItsTest } from './planted.ts'
test('it is alive in its test alone', () => expect(plantedForItsTest).toBe(1))
