import Dialog from '#frontend/ui/dialog.tsx'
import { acknowledge, type Notice } from './notice.ts'

export default function NoticeView({ notice }: { notice: Notice }) {
  const { action } = notice
  const confirm = action && {
    label: action.label,
    run: () => {
      acknowledge()
      action.run()
    },
  }
  return <Dialog open onClose={acknowledge} title={notice.text} confirm={confirm} closeLabel="Aceptar" />
}
