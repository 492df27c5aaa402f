// The cart's choice between wallet and bank transfer.
import type { TransferOffer } from '#frontend/api.ts'
import { Choice } from '#frontend/ui/form/choice.tsx'
import { holdText } from './transfer-words.ts'

type Props = { offer: NonNullable<TransferOffer>; byTransfer: boolean; onChange: (byTransfer: boolean) => void }

export function PaymentChoice({ offer: { discountPercent, holdHours }, byTransfer, onChange }: Props) {
  const saving = discountPercent > 0 ? `${discountPercent} % de descuento` : 'Sin descuento'
  return (
    <fieldset className="cut-lg min-w-0 border border-line bg-surface p-5 sm:p-6">
      <legend className="float-left mb-4 w-full text-xl font-semibold">Medio de pago</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        <Choice
          group="payment"
          label="Mercado Pago"
          about="Tarjetas, débito o dinero en cuenta"
          isChosen={!byTransfer}
          onChoose={() => onChange(false)}
        />
        <Choice
          group="payment"
          label="Transferencia bancaria"
          about={`${saving}, ${holdText(holdHours)} para transferir`}
          isChosen={byTransfer}
          onChoose={() => onChange(true)}
        />
      </div>
    </fieldset>
  )
}
