import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Copy, FileText, Landmark } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import { receiptLimits } from '#backend/domain/order/order.limits.ts'
import { answered, type OrderDetail, orderApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { formatDeadline } from '#frontend/ui/figures/moment.ts'
import { formatPrice } from '#frontend/ui/figures/price.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { FileField } from '#frontend/ui/form/file-field.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'

export default function TransferOrder({ order }: { order: OrderDetail }) {
  const { account, state, total, holdUntil } = order
  const isOpen = state === 'placed'
  return (
    <>
      <p className="flex gap-3">
        <Landmark className="mt-0.5 size-5 shrink-0 text-cyan" />
        <span>
          {isOpen ? 'Transferí antes del ' : 'La reserva terminó el '}
          <time dateTime={holdUntil} className="font-semibold">
            {formatDeadline(holdUntil)}
          </time>
          {isOpen
            ? '. Hasta entonces tus productos quedan apartados.'
            : '. Si transferiste a tiempo, subí el comprobante.'}
        </span>
      </p>
      <dl className="cut divide-y divide-line border border-line bg-surface">
        <Copied name="Monto exacto" value={formatPrice(total)} copies={total.toFixed(2).replace('.', ',')}>
          <Price amount={total} className="text-2xl" />
        </Copied>
        {account && <Account account={account} />}
      </dl>
      {!account && <p role="alert">La cuenta cambió: escribinos antes de transferir.</p>}
      <Receipts order={order} />
    </>
  )
}

function Account({ account }: { account: NonNullable<OrderDetail['account']> }) {
  const facts = [
    ['Titular', account.holder],
    ['CUIT', formatCuit(account.cuit)],
    ['Banco', account.bank],
    ['CBU', account.cbu],
    ['Alias', account.alias],
  ] as const
  return facts.map(([name, value]) => value && <Copied key={name} name={name} value={value} copies={value} />)
}

type CopiedProps = { name: string; value: string; copies: string; children?: React.ReactNode }

function Copied({ name, value, copies, children }: CopiedProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(copies)
    toastSuccess(`${name}: copiado`)
  }
  return (
    <div className="py-1 pr-1 pl-4">
      <dt className="pt-1 text-sm text-muted">{name}</dt>
      <dd className="flex items-center justify-between gap-3 font-medium tabular-nums">
        <span className="min-w-0 break-words">{children ?? value}</span>
        <button
          type="button"
          aria-label={`Copiar ${name}`}
          onClick={() => void copy()}
          className="-mt-4 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-raised hover:text-text"
        >
          <Copy className="size-5" />
        </button>
      </dd>
    </div>
  )
}

function Receipts({ order: { id, receipts } }: { order: OrderDetail }) {
  const field = useId()
  const queryClient = useQueryClient()
  const [tries, setTries] = useState(0)
  const sending = useMutation({
    mutationFn: (image: File) =>
      answered(orderApi[':id'].receipt.$post({ param: { id: String(id) }, form: { image } })),
    onSuccess: () => toastSuccess('Recibimos tu comprobante'),
    onSettled: () => {
      setTries(tries + 1)
      return queryClient.invalidateQueries({ queryKey: queryKeys.orders.all })
    },
  })
  return (
    <div className="flex flex-col gap-3">
      {receipts.length > 0 && <Received id={id} receipts={receipts} />}
      {receipts.length < receiptLimits.files && (
        <FileField
          key={tries}
          id={field}
          label={receipts.length > 0 ? 'Subir otro comprobante' : 'Subir el comprobante'}
          hint="Una captura o foto, o un PDF de hasta 2 MB. Solo lo vemos quienes confirmamos el pago."
          accept="image/*,application/pdf"
          disabled={sending.isPending}
          onChange={({ target: { files } }) => files?.[0] && sending.mutate(files[0])}
        />
      )}
      <Refusal of={sending.error} role="alert" />
    </div>
  )
}

function Received({ id, receipts }: Pick<OrderDetail, 'id' | 'receipts'>) {
  return (
    <div role="status">
      <p className="flex gap-3">
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-ok" />
        Recibimos tu comprobante: buscamos la transferencia en la cuenta y te avisamos por correo.
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {receipts.map((format, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: receipts are only ever added at the end
          <li key={index}>
            <a
              href={`/api/order/${id}/receipt?nth=${index + 1}`}
              target="_blank"
              rel="noreferrer"
              className={buttonLook('outline', 'min-h-11')}
            >
              <FileText className="size-4" />
              Comprobante {index + 1}
              {format === 'pdf' && ' (PDF)'}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
