import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  tabs: readonly { tab: string; title: string }[]
  /** Null: none of the tabs. */
  open: string | null
  onOpen: (tab: string) => void
  children: ReactNode
}

/** Pixels of the previous tab that stay visible. */
const ROOM_BEFORE = 40

/** Arrow keys move, Enter opens a tab as a history step. `children`: the open section or its replacement. */
export function PanelTabs({ tabs, open, onOpen, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // Scrolls the open tab into view on a phone.
  useEffect(() => {
    const active = open && list.current?.querySelector<HTMLElement>(`[data-tab=${open}]`)
    list.current?.scrollTo({ left: (active ? active.offsetLeft : 0) - ROOM_BEFORE })
  }, [open])
  return (
    <Tabs.Root value={open ?? ''} onValueChange={onOpen} activationMode="manual">
      <Tabs.List
        ref={list}
        aria-label="Secciones del panel"
        className="relative mt-6 flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map(({ tab, title }) => (
          <Tabs.Trigger
            key={tab}
            value={tab}
            data-tab={tab}
            className="relative min-h-12 shrink-0 px-4 font-display font-semibold whitespace-nowrap text-muted transition -outline-offset-2 hover:text-text data-[state=active]:text-text data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-cyan"
          >
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {open === null ? (
        <div className="pt-6">{children}</div>
      ) : (
        <Tabs.Content value={open} className="pt-6">
          {children}
        </Tabs.Content>
      )}
    </Tabs.Root>
  )
}
