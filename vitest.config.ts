import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'journeys/**/*.test.ts', 'check/**/*.test.ts'],
    globalSetup: ['run/test-database.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A module that remembers something between two files is a fault; importing everything 136 times is half a minute.
    isolate: false,
  },
})
