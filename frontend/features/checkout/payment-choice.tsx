// The cart's choice between wallet and bank transfer.
import type { TransferOffer } from '#frontend/api.ts'
import { holdText } from './transfer-words.ts'

type Props = { offer: NonNullable<TransferOffer>; byTransfer: boolean; onChange: (byTransfer: boolean) => void }

export function PaymentChoice({ offer: { discountPercent, holdHours }, byTransfer, onChange }: Props) {
  const saving = discountPercent > 0 ? `${discountPercent} % de descuento` : 'Sin descuento'
  return (
    <fieldset className="cut-lg min-w-0 border border-line bg-surface p-5 sm:p-6">
      <legend className="float-left mb-4 w-full text-xl font-semibold">Medio de pago</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        <Choice
          label="Mercado Pago"
          about="Tarjetas, débito o dinero en cuenta"
          isChosen={!byTransfer}
          onChoose={() => onChange(false)}
        />
        <Choice
          label="Transferencia bancaria"
          about={`${saving}, ${holdText(holdHours)} para transferir`}
          isChosen={byTransfer}
          onChoose={() => onChange(true)}
        />
      </div>
    </fieldset>
  )
}

type ChoiceProps = { label: string; about: string; isChosen: boolean; onChoose: () => void }

function Choice({ label, about, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="cut grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 border border-edge px-4 py-3 transition hover:border-violet-soft has-checked:border-violet has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cyan">
      <input
        type="radio"
        name="payment"
        className="row-span-2 size-5 accent-violet outline-none"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="font-medium">{label}</span>
      <span className="text-sm text-muted">{about}</span>
    </label>
  )
}
