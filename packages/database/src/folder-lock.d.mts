export declare function isAlive(pid: number): boolean
export declare function processMark(pid?: number): string
export declare function isMarkAlive(mark: string): boolean
export declare class LockHeld extends Error {
  readonly pid: number
}
export declare function takeLock(file: string, options: { waitMs: number; onWait?: (pid: number) => void }): Promise<() => void>
