import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { registrationFields } from '#backend/domain/user/user.limits.ts'
import { answered, orderApi } from '#frontend/api.ts'
import { fieldErrorOf, hasCode, messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import Dialog from '#frontend/ui/dialog.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { OrderStateBadge } from './order-state.tsx'
import { OrderTimeline } from './order-timeline.tsx'

type Named = { orderId: number; email: string }
const lookUp = (json: Named) => answered(orderApi.lookup.$post({ json }))
type LookedUp = Awaited<ReturnType<typeof lookUp>>

export function GuestOrder() {
  const [asking, setAsking] = useState(false)
  const looking = useMutation({ mutationFn: lookUp })
  const withdrawing = useMutation({ mutationFn: (json: Named) => answered(orderApi.withdrawal.$post({ json })) })
  const error = looking.error ?? withdrawing.error
  const { form, typed, field, isComplete } = useEntries(error)
  const ask = (which: typeof looking | typeof withdrawing) => {
    setAsking(false)
    looking.reset()
    withdrawing.reset()
    which.mutate({ orderId: Number(typed.orderId), email: typed.email })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Enter must not take a purchase back.
    if (isComplete()) ask(looking)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field {...field('orderId')} label="Número de orden" inputMode="numeric" />
      <Field {...field('email')} label="Correo con el que compraste" type="email" autoComplete="email" />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button look="danger" busy={withdrawing.isPending} onClick={() => setAsking(isComplete())}>
          Me arrepiento de la compra
        </Button>
        <Button type="submit" look="outline" busy={looking.isPending}>
          Ver el estado de la orden
        </Button>
      </div>
      <Answer error={error} said={withdrawing.data?.msg} order={looking.data} />
      <AskFirst typed={typed} open={asking} onYes={() => ask(withdrawing)} onClose={() => setAsking(false)} />
    </form>
  )
}

type Typed = { orderId: string; email: string }

/** `isComplete` shows the problems, if any, and focuses the first. */
function useEntries(error: Error | null) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed>({ orderId: '', email: '' })
  const [isTried, setTried] = useState(false)
  const found = {
    orderId: /^[1-9]\d{0,11}$/.test(typed.orderId) ? undefined : 'Escribí solo los números de la orden.',
    email: registrationFields.email.pattern.test(typed.email) ? undefined : 'Escribí el correo con el que compraste.',
  }
  const isComplete = () => {
    setTried(true)
    focusFirst(form.current, found)
    return !found.orderId && !found.email
  }
  const field = (name: keyof Typed) => ({
    ...{ id: name, required: true, value: typed[name], maxLength: registrationFields.email.max },
    error: (isTried ? found[name] : undefined) ?? fieldErrorOf(error, name),
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [name]: name === 'orderId' ? value.trim() : value }),
  })
  return { form, typed, field, isComplete }
}

type AnswerProps = { error: Error | null; said: string | undefined; order: LookedUp | undefined }

function Answer({ error, said, order }: AnswerProps) {
  return (
    <>
      <div role="status" className="flex flex-col gap-4 empty:hidden">
        {error && <p className="text-bad">{hasCode(error, 'not_found') ? unknownOrder : messageOf(error)}</p>}
        {said && <p className="text-ok">{said}</p>}
        {order && (
          <p className="flex flex-wrap items-center gap-3">
            Orden Nº {order.id} <OrderStateBadge order={order} />
          </p>
        )}
      </div>
      {order && <OrderTimeline order={order} />}
    </>
  )
}

type AskProps = { typed: Typed; open: boolean; onYes: () => void; onClose: () => void }

function AskFirst({ typed: { orderId, email }, open, onYes, onClose }: AskProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`¿Devolver la compra de la orden Nº ${orderId}?`}
      confirm={{ label: 'Sí, me arrepiento', run: onYes, look: 'danger' }}
      closeLabel="No, quedármela"
    >
      Recibimos tu pedido de devolución y te mandamos su código a {email}.
    </Dialog>
  )
}

const unknownOrder = 'No encontramos una orden con ese número y ese correo.'
