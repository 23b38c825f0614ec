/** Set by the shell: whether the screen of the address is refused as a whole, which then says so by itself. */
let isRefused: () => Promise<boolean> = () => Promise.resolve(false)

export const explainRefusedScreens = (answer: () => Promise<boolean>): void => {
  isRefused = answer
}

export const isScreenRefused = (): Promise<boolean> => isRefused()
