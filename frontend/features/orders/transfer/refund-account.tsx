import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answered, orderApi, type ShippedOrder } from '#frontend/api.ts'
import { refusedFields } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { Price } from '#frontend/ui/figures/price.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { owedOf } from './owed-money.ts'

export default function RefundAccount({ order }: { order: ShippedOrder }) {
  const { id, refundCbu } = order
  const queryClient = useQueryClient()
  const [cbu, setCbu] = useState('')
  const giving = useMutation({
    mutationFn: () => answered(orderApi[':id'].refund.account.$post({ param: { id: String(id) }, json: { cbu } })),
    onSuccess: () => {
      setCbu('')
      toastSuccess('Guardamos tu CBU')
      return queryClient.invalidateQueries({ queryKey: queryKeys.orders.one(id) })
    },
  })
  const error = refusedFields(giving.error).cbu
  return (
    <Card id="refund-account" title="Tu devolución" isSmall>
      <p className="mt-3">
        Te vamos a transferir <Price amount={owedOf(order)} />
        {refundCbu ? ` al CBU que termina en ${refundCbu.slice(-4)}.` : '. Para eso nos falta tu CBU o CVU.'}
      </p>
      <form action={() => giving.mutate()} noValidate className="mt-4 flex flex-col gap-4">
        <Field
          label={refundCbu ? 'Otro CBU o CVU' : 'CBU o CVU'}
          name="cbu"
          inputMode="numeric"
          maxLength={30}
          value={cbu}
          error={error}
          hint="22 números, de una cuenta a tu nombre."
          onChange={(event) => setCbu(event.target.value)}
        />
        <Refusal of={error ? null : giving.error} role="alert" />
        <Button type="submit" look="outline" busy={giving.isPending} disabled={cbu.trim() === ''}>
          Guardar
        </Button>
      </form>
    </Card>
  )
}
