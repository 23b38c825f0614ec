import { useEffect, useRef } from 'react'
import { useTheme } from '../../platform/ui/theme.ts'

const WIDTH = 104
const HEIGHT = 40

const paint = (canvas: HTMLCanvasElement, code: string): void => {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const ink = getComputedStyle(canvas).color
  pen.setTransform(2, 0, 0, 2, 0, 0)
  pen.clearRect(0, 0, WIDTH, HEIGHT)
  pen.strokeStyle = ink
  pen.fillStyle = ink
  pen.globalAlpha = 0.3
  for (let line = 0; line < 4; line += 1) {
    pen.beginPath()
    pen.moveTo(0, Math.random() * HEIGHT)
    pen.bezierCurveTo(35, Math.random() * HEIGHT, 70, Math.random() * HEIGHT, WIDTH, Math.random() * HEIGHT)
    pen.stroke()
  }
  pen.globalAlpha = 1
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = '600 23px Georgia, "Times New Roman", serif'
  for (const [index, character] of Array.from(code).entries()) {
    pen.save()
    pen.translate(18 + index * 23, HEIGHT / 2 + (Math.random() - 0.5) * 8)
    pen.rotate((Math.random() - 0.5) * 0.6)
    pen.fillText(character, 0, 0)
    pen.restore()
  }
}

export const CodeCanvas = ({ code }: { code: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  useEffect(() => {
    if (canvas.current) paint(canvas.current, code)
  }, [code, theme])
  return <canvas ref={canvas} width={WIDTH * 2} height={HEIGHT * 2} aria-hidden="true" className="code-canvas" />
}
