import { useQuery } from '@tanstack/react-query'
import { Store, Truck } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { pickup } from '#backend/domain/delivery/delivery.limits.ts'
import { noPostalCode, postalCodeLength, readPostalCode } from '#backend/domain/official-numbers.limits.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { formatPrice } from '#frontend/ui/figures/price.ts'
import { Field } from '#frontend/ui/form/field.tsx'
import { deliveryQuery } from './delivery.queries.ts'
import { daysText, offerFor, onlyPickup, shippingPrice } from './delivery-words.ts'
import { PickupPlace } from './pickup-place.tsx'
import { storePostalCode, usePostalCode } from './postal-code.ts'

/** `subtotal`: in units of currency. Remembers the postal code. */
export function DeliveryEstimate({ subtotal }: { subtotal: number }) {
  const id = useId()
  const known = usePostalCode()
  return (
    <Card id={`${id}-title`} title="Envío y retiro" Icon={Truck} isSmall>
      <PostalCodeForm id={`${id}-code`} known={known} />
      <div role="status" className="mt-4 flex flex-col gap-2.5">
        {known && <Answer postalCode={known} subtotal={subtotal} />}
        <p className="flex gap-2.5">
          <Store className="mt-0.5 size-5 shrink-0 text-muted" />
          <span>
            {pickup}: <strong className="text-ok">gratis</strong>
            <PickupPlace />
          </span>
        </p>
      </div>
    </Card>
  )
}

function PostalCodeForm({ id, known }: { id: string; known: string }) {
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const code = readPostalCode(typed ?? known)
    setProblem(code === null ? noPostalCode : undefined)
    if (code === null) return field.current?.focus()
    setTyped(undefined)
    storePostalCode(code)
  }
  return (
    <form onSubmit={ask} noValidate className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <Field
        id={id}
        label="Código postal"
        name="postalCode"
        autoComplete="postal-code"
        placeholder="1425"
        maxLength={postalCodeLength}
        ref={field}
        value={typed ?? known}
        error={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="outline" className="mt-7 min-h-12">
        Calcular
      </Button>
    </form>
  )
}

function Answer({ postalCode, subtotal }: { postalCode: string; subtotal: number }) {
  const { data, error } = useQuery(deliveryQuery(postalCode))
  if (error) return <p className="text-bad">{messageOf(error)}</p>
  if (!data) return <p className="text-muted">Calculando el envío…</p>
  const offer = offerFor(data, subtotal)
  if (!offer) return <p>{onlyPickup(postalCode)}</p>
  return (
    <p className="flex gap-2.5">
      <Truck className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>
        Envío a {postalCode}: <strong>{shippingPrice(offer.price)}</strong>, en {daysText(offer.days)}.
        {offer.price > 0 && data.freeFrom !== null && (
          <span className="text-muted"> Gratis si llevás {formatPrice(data.freeFrom)} o más.</span>
        )}
      </span>
    </p>
  )
}
