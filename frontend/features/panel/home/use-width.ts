// How wide an element is, so that a chart is drawn for the place it has and its texts keep their size.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** In pixels; 0 until it is known. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
