import { Undo2 } from 'lucide-react'
import type { AuditRow } from '#frontend/api.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Button } from '#frontend/ui/button.tsx'

export function TakenBack({ undoes, undoneBy }: Pick<AuditRow, 'undoes' | 'undoneBy'>) {
  if (undoes === null && undoneBy === null) return null
  return (
    <p className="-ml-2 flex flex-wrap items-center gap-x-3">
      {undoes !== null && <Way label={`Deshace el hecho Nº ${undoes}`} to={undoes} />}
      {undoneBy !== null && <Way label={`Deshecho por el hecho Nº ${undoneBy}`} to={undoneBy} />}
    </p>
  )
}

function Way({ label, to }: { label: string; to: number }) {
  const { go } = usePanelAddress()
  return (
    <Button look="quiet" className="px-2 text-sm" icon={<Undo2 className="size-4" />} onClick={() => go({ cause: to })}>
      {label}
    </Button>
  )
}
