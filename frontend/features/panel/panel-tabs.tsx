// The panel's sections as tabs; the address says which one is open.
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  tabs: readonly { tab: string; title: string }[]
  /** Null: what shows is none of them. */
  open: string | null
  onOpen: (tab: string) => void
  children: ReactNode
}

/** Pixels of the previous tab that stay in sight. */
const ROOM_BEFORE = 40

/** Arrow keys move between the tabs, Enter opens one: each opening is a step of the history. `children`: the open section, or what shows instead. */
export function PanelTabs({ tabs, open, onOpen, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the list is wider than the screen: the open tab must be in it.
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
