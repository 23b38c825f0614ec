import { useEffect } from 'react'
import type { BoardCamera } from './board-camera.ts'

/** The panels that lie over the map, when they change their size. */
export function usePanels(container: HTMLElement | null, panels: string, camera: BoardCamera | undefined): void {
  useEffect(() => {
    if (!camera || !container?.parentElement) return
    const observer = new ResizeObserver(() => camera.panelsChanged())
    for (const panel of [container, ...container.parentElement.querySelectorAll('.panel')]) observer.observe(panel)
    return () => observer.disconnect()
  }, [container, panels, camera])
}
