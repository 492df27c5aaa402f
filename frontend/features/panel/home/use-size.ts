// Measures an element, so that charts fit their place at full text size.
import { type RefObject, useEffect, useRef, useState } from 'react'

type Size = { width: number; height: number }

/** Pixels; 0 until measured. */
export function useSize<Element extends HTMLElement>(): [RefObject<Element | null>, Size] {
  const element = useRef<Element>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setSize({ width: Math.floor(width), height: Math.floor(height) })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, size]
}
