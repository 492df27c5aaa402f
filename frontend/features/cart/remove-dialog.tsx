import { messageOf } from '#frontend/api-error.ts'
import Dialog from '#frontend/ui/dialog.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { useRemoveFromCart } from './cart.queries.ts'

type Props = { userId: number; item: { id: number; name: string }; onClose: () => void; onRemoved: () => void }

export default function RemoveDialog({ userId, item, onClose, onRemoved }: Props) {
  const removing = useRemoveFromCart(userId, () => {
    toastSuccess('Quitado Correctamente!', { description: `${item.name}: borrado` })
    onRemoved()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="¿Quitar este producto del carrito?"
      confirm={{ label: 'Sí, quitar', run: () => removing.mutate(item.id), look: 'danger', busy: removing.isPending }}
      closeLabel="Cancelar"
      failure={removing.error && messageOf(removing.error)}
    >
      <p>{item.name}</p>
    </Dialog>
  )
}
