// The browser's cart for offline visitors; online, they are asked to sign in.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShoppingCart, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { maxQuantity } from '#backend/domain/cart/cart.limits.ts'
import { setInLocalCart, useLocalCart } from '#frontend/features/cart/browser-cart.ts'
import type { CartEntry } from '#frontend/features/cart/local-cart.ts'
import { productQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { Page } from '#frontend/layout/page.tsx'
import { Blank } from '#frontend/ui/blank.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Price } from '#frontend/ui/figures/price.tsx'
import { QuantityBox } from '#frontend/ui/form/quantity-box.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'

export function VisitorCart() {
  const lines = useLocalCart()?.productsId ?? []
  return (
    <Page>
      <PageHeading title="Carrito" />
      <div className="mt-8">
        {lines.length === 0 ? (
          <EmptyCart>Lo que agregues queda guardado en este navegador.</EmptyCart>
        ) : (
          <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
            <ul
              aria-label="Productos del carrito"
              className="cut-lg divide-y divide-line border border-line bg-surface"
            >
              {lines.map((line) => (
                <VisitorLine key={line.id} line={line} />
              ))}
            </ul>
            <section aria-label="Tu compra" className="cut-lg border border-line bg-surface p-6">
              <p className="leading-relaxed text-muted">
                Este carrito está guardado en tu navegador. Para comprar necesitás conexión e ingresar: entonces te
                mostramos el precio y el stock de ese momento.
              </p>
              <ButtonLink to="/login" search={{ redirect: '/shoppingCart' }} className="mt-5 w-full">
                Ingresar
              </ButtonLink>
            </section>
          </div>
        )}
      </div>
    </Page>
  )
}

export function EmptyCart({ children }: { children: ReactNode }) {
  return (
    <Blank
      icon={<ShoppingCart />}
      title="Tu carrito está vacío"
      actions={<ButtonLink to="/home">Ver productos</ButtonLink>}
    >
      {children}
    </Blank>
  )
}

function VisitorLine({ line: { id, quantity } }: { line: CartEntry }) {
  const { data } = useQuery(productQuery(id))
  const name = data?.name ?? `Producto ${id}`
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 p-4 sm:p-6">
      <ProductPicture src={data?.imageUrl ?? null} sizes="128px" className="cut self-start border border-line" />
      <div className="min-w-0">
        <h2 className="text-base leading-snug font-semibold sm:text-lg">
          <Link to="/product/$id" params={{ id }} className="inline-block py-1 hover:text-violet-soft hover:underline">
            {name}
          </Link>
        </h2>
        <p className="mt-1 text-sm text-muted">
          {data ? (
            <>
              <Price amount={data.price} className="text-text" /> por unidad, la última vez que lo viste
            </>
          ) : (
            'No llegaste a ver este producto con conexión.'
          )}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <QuantityBox
            compact
            value={quantity}
            max={maxQuantity}
            onChange={(chosen) => setInLocalCart({ id, quantity: chosen })}
            label={`Cantidad de ${name}`}
          />
          <button
            type="button"
            onClick={() => setInLocalCart({ id, quantity: 0 })}
            className="inline-flex min-h-11 items-center gap-1.5 px-1 text-sm font-semibold text-muted hover:text-bad"
          >
            <Trash2 className="size-4" />
            Quitar<span className="sr-only"> {name}</span>
          </button>
        </div>
      </div>
    </li>
  )
}
