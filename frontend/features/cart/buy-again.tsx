// 'Comprar de nuevo': refills the cart from an order and shows the differences. An unpaid order is retried with the
// present cart.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { answered, cartApi, type OrderDetail, type RepeatDifference } from '#frontend/api.ts'
import { store } from '#frontend/storage.ts'
import { Button } from '#frontend/ui/button.tsx'
import Dialog from '#frontend/ui/dialog.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { showCart } from './cart.queries.ts'
import { DifferenceList } from './difference-list.tsx'
import { repeatSentence } from './repeat-sentence.ts'

export function BuyAgain({ order }: { order: Pick<OrderDetail, 'id' | 'userId' | 'state'> }) {
  const { id: orderId, userId, state } = order
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // One press is one request, however often it is sent.
  const [mergeId, setMergeId] = useState(() => crypto.randomUUID())
  const buying = useMutation({
    mutationFn: () => answered(cartApi.buyagain.$post({ json: { orderId, mergeId } })),
    onSuccess: async ({ cart, differences }) => {
      setMergeId(crypto.randomUUID())
      store('pagoExitoso', 'false')
      await showCart(queryClient, userId, cart)
      if (differences.length === 0) await navigate({ to: '/shoppingCart' })
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <Button
        look="outline"
        icon={<RefreshCw className="size-5" />}
        busy={buying.isPending}
        onClick={() => buying.mutate()}
      >
        {isPaidState(state) || state === 'refunded' ? 'Comprar de nuevo' : 'Volver a intentar'}
      </Button>
      <Refusal of={buying.error} role="alert" />
      <Differences differences={buying.data?.differences ?? []} onClose={() => buying.reset()} />
    </div>
  )
}

function Differences({ differences, onClose }: { differences: readonly RepeatDifference[]; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open={differences.length > 0}
      onClose={onClose}
      title="Algunas cosas cambiaron"
      confirm={{ label: 'Ver el carrito', run: () => void navigate({ to: '/shoppingCart' }) }}
      closeLabel="Quedarme en la orden"
    >
      <p>Pusimos en tu carrito lo que se puede comprar ahora. Esto es distinto que aquella vez:</p>
      <DifferenceList differences={differences} sentence={repeatSentence} />
    </Dialog>
  )
}
