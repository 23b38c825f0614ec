import { expect, test } from 'vitest'
import { loginThrottle } from './login-throttle.ts'

/** Guesses at one account for ten minutes, ten each ten seconds, with something in between; how many are evaluated. */
function evaluatedIn10Minutes(
  address: (guess: number) => string,
  between: (attempt: (name: string, ip: string) => number, round: number) => void,
) {
  let at = 0
  const throttle = loginThrottle(() => new Date(at))
  let evaluated = 0
  for (let round = 0; round < 60; round += 1) {
    for (let guess = 0; guess < 10; guess += 1) if (throttle.attempt('anna', address(round * 10 + guess), false) === 0) evaluated += 1
    between((name, ip) => throttle.attempt(name, ip, false), round)
    at += 10_000
  }
  return evaluated
}

const fromOne = (): string => '8.8.8.8'
const fromMany = (guess: number): string => `9.${guess >> 8}.${guess & 255}.1`

test.each([
  ['one address', fromOne],
  ['an address for each guess', fromMany],
])('[M3] T04 10,400 invented names between push nothing out: at most 50 guesses in ten minutes, from %s', (_, address) => {
  const rinse = (attempt: (name: string, ip: string) => number, round: number): void => {
    if (round % 20 !== 1) return
    for (let name = 0; name < 10_400; name += 1) attempt(`unknown-${round}-${name}`, address(name))
  }
  expect(evaluatedIn10Minutes(address, rinse)).toBeLessThanOrEqual(50)
})

test('[M3] T04 nor do invented names that are evaluated, each from a network of its own, more than are ever kept', () => {
  const rinse = (attempt: (name: string, ip: string) => number, round: number): void => {
    if (round % 30 !== 5) return
    for (let name = 0; name < 25_000; name += 1) attempt(`unknown-${round}-${name}`, `${20 + round}.${name >> 8}.${name & 255}.1`)
  }
  expect(evaluatedIn10Minutes(fromMany, rinse)).toBeLessThanOrEqual(50)
})

test('[M3] attempts that are refused do not lengthen the wait', () => {
  let at = 0
  const throttle = loginThrottle(() => new Date(at))
  for (let guess = 0; guess < 5; guess += 1) expect(throttle.attempt('anna', '8.8.8.8', false)).toBe(0)
  const wait = throttle.attempt('anna', '8.8.8.8', false)
  for (let guess = 0; guess < 100; guess += 1) throttle.attempt('anna', '8.8.8.8', false)
  at += wait * 1_000
  expect(throttle.attempt('anna', '8.8.8.8', false)).toBe(0)
})
