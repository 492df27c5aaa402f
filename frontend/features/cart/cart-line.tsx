import { Link } from '@tanstack/react-router'
import { CircleAlert, Trash2 } from 'lucide-react'
import { maxQuantity } from '#backend/domain/cart/cart.limits.ts'
import type { CartLine as Line } from '#frontend/api.ts'
import { useLastChange } from '#frontend/live/product-changes.ts'
import { formatPrice, totalOf } from '#frontend/ui/figures/price.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { NetPrice } from '#frontend/ui/figures/price-block.tsx'
import { QuantityBox } from '#frontend/ui/form/quantity-box.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { lineTrouble } from './cart-edits.ts'

type Props = { line: Line; onQuantity: (quantity: number) => void; onRemove: () => void }

export function CartLine({ line, onQuantity, onRemove }: Props) {
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-4 p-4 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:gap-x-6 sm:p-6">
      <ProductPicture
        src={line.imageUrl}
        name={line.name}
        sizes="128px"
        decorative
        className="cut self-start border border-line sm:row-span-2"
      />
      <div className="min-w-0">
        <h2 className="text-base leading-snug font-semibold sm:text-lg">
          <Link
            to="/productCart/$id"
            params={{ id: line.id }}
            className="inline-block py-1 hover:text-violet-soft hover:underline"
          >
            {line.name}
          </Link>
        </h2>
        <p className="mt-1 line-clamp-2 text-sm text-muted">{line.description}</p>
        <UnitPrice line={line} />
      </div>
      <p className="text-right max-sm:hidden">
        <span className="sr-only">Total de la línea: </span>
        <Price amount={totalOf([line])} className="text-xl" />
      </p>
      <Actions line={line} onQuantity={onQuantity} onRemove={onRemove} />
      <Trouble line={line} onQuantity={onQuantity} />
    </li>
  )
}

function UnitPrice({ line }: { line: Line }) {
  const { said, priceBefore } = useLastChange({ ...line, stock: line.available })
  return (
    <>
      <p className="mt-2 text-sm text-muted">
        <Price amount={line.price} className="text-text" /> por unidad
        {priceBefore !== null && (
          <span aria-hidden className="whitespace-nowrap text-warn">
            {' '}
            · antes {formatPrice(priceBefore)}
          </span>
        )}
      </p>
      <p className="mt-1 text-sm">
        <NetPrice amount={line.netPrice} className={line.isNetAlike ? 'text-sm' : 'text-xs'} />
      </p>
      <p role="status" className="sr-only">
        {said && `${line.name}: ${said}`}
      </p>
    </>
  )
}

function Actions({ line, onQuantity, onRemove }: Props) {
  return (
    <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-start-2">
      <QuantityBox
        compact
        value={line.quantity}
        max={maxQuantity}
        onChange={onQuantity}
        label={`Cantidad de ${line.name}`}
      />
      <Link
        to="/product/$id"
        params={{ id: line.id }}
        className="inline-flex min-h-11 items-center px-1 text-sm font-semibold text-violet-soft hover:text-text hover:underline"
      >
        Detalle<span className="sr-only"> de {line.name}</span>
      </Link>
      <button
        type="button"
        onClick={onRemove}
        className="inline-flex min-h-11 items-center gap-1.5 px-1 text-sm font-semibold text-muted hover:text-bad"
      >
        <Trash2 className="size-4" />
        Quitar<span className="sr-only"> {line.name}</span>
      </button>
      <span className="ml-auto sm:hidden">
        <Price amount={totalOf([line])} className="text-lg" />
      </span>
    </div>
  )
}

function Trouble({ line, onQuantity }: Omit<Props, 'onRemove'>) {
  const trouble = lineTrouble(line)
  if (trouble === null) return null
  const canCut = line.isActive && line.available > 0
  return (
    <p className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-warn/40 bg-warn/10 px-4 py-2.5 text-sm">
      <CircleAlert className="size-4 shrink-0 text-warn" />
      <span className="grow">{trouble}</span>
      {canCut && (
        <button
          type="button"
          onClick={() => onQuantity(line.available)}
          className="-my-1.5 min-h-11 font-semibold text-warn underline underline-offset-4"
        >
          Ajustar a {line.available}
        </button>
      )}
    </p>
  )
}
