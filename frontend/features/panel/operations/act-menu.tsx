import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { Act } from '#backend/domain/operation/operation.limits.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { useAfterMenu } from '#frontend/ui/focus-return.ts'
import { actWords } from './acts.ts'

type Props = { name: string; acts: readonly Act[]; onAct: (act: Act) => void }

export function ActMenu({ name, acts, onAct }: Props) {
  const { choose, onCloseAutoFocus } = useAfterMenu(onAct)
  if (acts.length === 0) return <span className="text-muted">–</span>
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label={`Operar ${name}`} className={buttonLook('outline')}>
        Operar
        <ChevronDown className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          onCloseAutoFocus={onCloseAutoFocus}
          className="cut z-40 w-64 animate-fade border border-line bg-raised p-2 shadow-lift"
        >
          {acts.map((act) => (
            <DropdownMenu.Item
              key={act}
              onSelect={() => choose(act)}
              className={`flex min-h-11 items-center rounded-lg px-3 text-sm font-medium outline-none select-none data-highlighted:bg-hover ${actWords[act].isDanger ? 'text-bad' : ''}`}
            >
              {actWords[act].label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
