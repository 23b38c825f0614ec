import { type ComponentType, lazy, useState } from 'react'
import type { ScreenLoad } from '../screens/screen-components.ts'

/**
 * A screen that is loaded when it is first opened, or before: then it is drawn at once. React shows what waits for a promise 300 ms later,
 * even if the promise was fulfilled before. React's own `lazy`, not the router's: that one reloads the page when a file does not come,
 * and off the network the whole web console would be gone.
 */
export const lazyScreen = (load: ScreenLoad): ComponentType => {
  const Lazy = lazy(() => load().then((component) => ({ default: component })))
  const Screen = () => {
    const [Loaded] = useState(load.loaded)
    return Loaded ? <Loaded /> : <Lazy />
  }
  return Screen
}
