import { addressFieldNames, addressLine } from '#backend/domain/address.limits.ts'
import { pickup } from '#backend/domain/delivery/delivery.limits.ts'
import { Choice } from '#frontend/ui/form/choice.tsx'
import { AddressFields } from './address-fields.tsx'
import type { Way } from './delivery-draft.ts'
import { daysText, forPrice, onlyPickup, shippingPrice } from './delivery-words.ts'
import type { Delivery } from './use-delivery.ts'

export function DeliveryChoice({ delivery }: { delivery: Delivery }) {
  const { form, isShipped, change, type, address, problems, offer, postalCode } = delivery
  const choice = (way: Way) => ({ group: 'way', isChosen: delivery.way === way, onChoose: () => change({ way }) })
  return (
    <fieldset ref={form} className="cut-lg min-w-0 border border-line bg-surface p-5 sm:p-6">
      <legend className="float-left mb-4 w-full text-xl font-semibold">Entrega</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        <Choice {...choice('pickup')} label={pickup} about="Gratis" />
        <Choice {...choice('shipping')} label="Envío a domicilio" about={costOf(delivery)} />
      </div>
      {isShipped && (
        <div className="mt-6 flex flex-col gap-5">
          <AddressFields address={address} problems={problems} onType={type} />
          <p role="status" className="empty:hidden">
            {offer && `Llega a ${postalCode} en ${daysText(offer.days)}, ${forPrice(offer.price)}.`}
            {offer === null && postalCode && onlyPickup(postalCode)}
          </p>
          <SaveChoice delivery={delivery} onSave={(savesAddress) => change({ savesAddress })} />
        </div>
      )}
    </fieldset>
  )
}

function costOf({ offer, postalCode }: Delivery): string {
  if (offer === null) return `No llega a ${postalCode}`
  return offer && postalCode ? `${shippingPrice(offer.price)} a ${postalCode}` : 'El precio, según adónde va'
}

type SaveProps = { delivery: Delivery; onSave: (savesAddress: boolean) => void }

/** Hidden if the account already has this very address. */
function SaveChoice({ delivery: { address, saved, savesAddress }, onSave }: SaveProps) {
  if (saved && addressFieldNames.every((field) => saved[field] === address[field])) return null
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={savesAddress}
        onChange={(event) => onSave(event.target.checked)}
      />
      <span>
        Guardar esta dirección en mi cuenta
        {saved && <span className="block text-sm text-muted">en lugar de {addressLine(saved)}</span>}
      </span>
    </label>
  )
}
