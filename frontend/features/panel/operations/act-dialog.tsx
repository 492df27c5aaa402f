import { AskDialog, keptForever } from '#frontend/features/panel/form/ask-dialog.tsx'
import { actWords } from './acts.ts'
import { type Asked, useOperation } from './operations.queries.ts'
import { nameOf } from './words.ts'

type Props = { asked: Asked; onClose: () => void; onDone: (detail: string) => void }

export function ActDialog({ asked, onClose, onDone }: Props) {
  const { act, name, key, position } = asked
  const { label, warning, isDanger } = actWords[act]
  const operation = useOperation()
  const reason = { label: 'Motivo', required: true, maxLength: 500, hint: keptForever }
  const what = key && position ? `${nameOf(name)}, ${key} en la posición ${position}` : nameOf(name)
  return (
    <AskDialog
      title={`${label}: ${what}`}
      about={warning}
      asks={act === 'skip' || act === 'drop-job' ? { reason } : {}}
      confirm={{ label, look: isDanger ? 'danger' : 'primary' }}
      doing={operation}
      onConfirm={(why) => operation.mutate({ ...asked, ...why }, { onSuccess: ({ detail }) => onDone(detail ?? '') })}
      onClose={onClose}
    />
  )
}
