import { useState } from 'react'
import { isSameName, viewLimits } from '#backend/domain/views/views.limits.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Field } from '#frontend/ui/form/field.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { viewOf } from './kept-view.ts'
import { useKeepViews } from './views.queries.ts'

export function KeepView({ onClose }: { onClose: () => void }) {
  const { address } = usePanelAddress()
  const keeping = useKeepViews()
  const [name, setName] = useState('')
  const keep = () => {
    const view = viewOf(address, name.trim())
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
      confirm={{ label: 'Guardar' }}
      doing={keeping}
      onConfirm={keep}
      onClose={onClose}
    >
      <NameField value={name} error={fieldErrorOf(keeping.error, 'views')} onChange={setName} />
    </AskDialog>
  )
}

type FieldProps = { value: string; error: string | undefined; onChange: (name: string) => void }

export function NameField({ value, error, onChange }: FieldProps) {
  return (
    <Field
      label="Nombre"
      name="name"
      required
      maxLength={viewLimits.name}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export const isNamed = (name: string) => (view: { name: string }) => isSameName(view.name, name)
