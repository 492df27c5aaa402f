import { useQuery } from '@tanstack/react-query'
import { Bookmark, Check, Settings2 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { type PanelView, viewLimits } from '#backend/domain/views/views.limits.ts'
import { messageOf } from '#frontend/api-error.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { useAfterMenu } from '#frontend/ui/focus-return.ts'
import { KeepView } from './keep-view.tsx'
import { addressOf, isShown, viewOf } from './kept-view.ts'
import { ManageViews } from './manage-views.tsx'
import { viewsQuery } from './views.queries.ts'

type Props = { sections: readonly { tab: string; title: string }[] }

export function SavedViews({ sections }: Props) {
  const { address } = usePanelAddress()
  const { data, error } = useQuery(viewsQuery)
  const [asked, setAsked] = useState<'keep' | 'manage' | null>(null)
  const { choose, onCloseAutoFocus } = useAfterMenu(setAsked)
  const titleOf = (tab: string) => sections.find((section) => section.tab === tab)?.title
  const views = (data?.views ?? []).filter(({ tab }) => titleOf(tab))
  const shown = views.find((view) => isShown(view, address))
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={buttonLook('outline', 'max-w-64 max-sm:px-3')}>
          <Bookmark className="size-5 shrink-0" />
          <span className="truncate">{shown ? `Vista: ${shown.name}` : 'Vistas'}</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={8} onCloseAutoFocus={onCloseAutoFocus} className={menu}>
            {error && !data && <Line>No pudimos leer tus vistas: {messageOf(error)}</Line>}
            {data && views.length === 0 && <Line>Todavía no guardaste ninguna.</Line>}
            <ViewItems views={views} shown={shown} titleOf={titleOf} />
            <DropdownMenu.Separator className="my-2 h-px bg-line" />
            <KeepItem kept={data?.views.length} onSelect={() => choose('keep')} />
            <DropdownMenu.Item disabled={views.length === 0} onSelect={() => choose('manage')} className={item}>
              <Settings2 className="size-4" />
              Cambiar o quitar vistas
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {asked === 'keep' && <KeepView onClose={() => setAsked(null)} />}
      {asked === 'manage' && <ManageViews titleOf={titleOf} onClose={() => setAsked(null)} />}
    </>
  )
}

/** `kept`: their number; undefined: unknown. */
function KeepItem({ kept, onSelect }: { kept: number | undefined; onSelect: () => void }) {
  const { address } = usePanelAddress()
  const isFull = kept !== undefined && kept >= viewLimits.views
  return (
    <DropdownMenu.Item disabled={kept === undefined || isFull || !viewOf(address)} onSelect={onSelect} className={item}>
      <Bookmark className="size-4" />
      {isFull ? `Ya guardaste ${viewLimits.views}` : 'Guardar lo que se ve'}
    </DropdownMenu.Item>
  )
}

type ItemsProps = {
  views: readonly PanelView[]
  shown: PanelView | undefined
  titleOf: (tab: string) => string | undefined
}

function ViewItems({ views, shown, titleOf }: ItemsProps) {
  const { open } = usePanelAddress()
  return views.map((view) => (
    <DropdownMenu.Item key={view.name} onSelect={() => open(addressOf(view))} className={item}>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{view.name}</span>
        <span className="block text-xs text-muted">{titleOf(view.tab)}</span>
      </span>
      {view === shown && <Check className="size-4 shrink-0 text-cyan" aria-label="es la que se ve" />}
    </DropdownMenu.Item>
  ))
}

const menu = 'cut z-40 max-h-[70dvh] w-72 animate-fade overflow-y-auto border border-line bg-raised p-2 shadow-lift'
const item =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm outline-none select-none data-disabled:cursor-default data-disabled:text-muted/70 data-highlighted:bg-hover'

function Line({ children }: { children: ReactNode }) {
  return <p className="px-3 py-2 text-sm text-muted">{children}</p>
}
