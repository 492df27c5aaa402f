import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { usePanelAddress } from './use-panel-address.ts'

type Props = {
  title: string
  onClose?: () => void
  children: ReactNode
}

const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls into view and focuses its heading; keeps its position while content loads above, until the reader acts. */
export function PanelDetail({ title, onClose, children }: Props) {
  const { go } = usePanelAddress()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    const observer = new ResizeObserver(() => heading.current?.scrollIntoView({ block: 'start' }))
    observer.observe(document.body)
    const stop = () => observer.disconnect()
    const options = { once: true, passive: true }
    for (const act of acts) addEventListener(act, stop, options)
    return () => {
      stop()
      for (const act of acts) removeEventListener(act, stop)
    }
  }, [])
  return (
    <section aria-labelledby="panel-detail" className="cut-lg mt-8 border border-violet/40 bg-surface p-5 sm:p-8">
      <div className="mb-5 flex items-start justify-between gap-4">
        <h2 id="panel-detail" ref={heading} tabIndex={-1} className="scroll-mt-28 text-xl font-semibold">
          {title}
        </h2>
        <IconButton
          label="Cerrar"
          Icon={X}
          onClick={onClose ?? (() => go({ id: undefined }))}
          className="-mt-2 -mr-2"
        />
      </div>
      {children}
    </section>
  )
}
