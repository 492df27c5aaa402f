import { isSameName, viewLimits } from '#backend/domain/views/views.limits.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { viewOf } from './kept-view.ts'
import { useKeepViews } from './views.queries.ts'

export function KeepView({ onClose }: { onClose: () => void }) {
  const { address } = usePanelAddress()
  const keeping = useKeepViews()
  const keep = ({ views: name }: { views: string }) => {
    const view = viewOf(address, name)
    if (!view) return
    keeping.mutate((views) => [...views, view], {
      onSuccess: () => {
        toastSuccess(`Guardamos la vista «${view.name}».`)
        onClose()
      },
    })
  }
  return (
    <AskDialog
      title="Guardar lo que se ve"
      about="La sección con su búsqueda, sus filtros y su orden. La ves solo vos, en cualquier equipo."
      asks={{ views: nameField }}
      confirm={{ label: 'Guardar' }}
      doing={keeping}
      onConfirm={keep}
      onClose={onClose}
    />
  )
}

export const nameField = { label: 'Nombre', required: true, maxLength: viewLimits.name } as const

export const isNamed = (name: string) => (view: { name: string }) => isSameName(view.name, name)
