import { expect } from 'vitest'

/** What is read comes to be as expected before a person would give up: asked again and again, never slept for. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 40 })
