import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, PackageX, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { cartQuery } from '#frontend/features/cart/cart.queries.ts'
import { lineTrouble } from '#frontend/features/cart/cart-edits.ts'
import { Page } from '#frontend/layout/page.tsx'
import { useLive } from '#frontend/live/live.ts'
import { useUser } from '#frontend/session.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { PriceBlock } from '#frontend/ui/figures/price-block.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'

const route = getRouteApi('/productCart/$id')
const RemoveDialog = lazy(() => import('#frontend/features/cart/remove-dialog.tsx'))

export default function ProductCartScreen() {
  useLive()
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const user = useUser()
  const userId = user?.id ?? 0
  const cart = useQuery({ ...cartQuery(userId), enabled: userId > 0 })
  const [asking, setAsking] = useState(false)
  const line = cart.data?.lines.find((each) => each.id === id)
  const toCart = (
    <ButtonLink to="/shoppingCart" look="quiet">
      <ArrowLeft className="size-4.5" />
      Volver
    </ButtonLink>
  )
  return (
    <Page here={line?.name ?? 'Producto'} trail={<Link to="/shoppingCart">Carrito</Link>} wide={false}>
      {cart.isPending && <div role="status" aria-label="Cargando tu carrito" className="shimmer cut-lg h-96" />}
      {cart.isError && <Failure title="No pudimos cargar tu carrito" of={cart.error} onRetry={cart.refetch} />}
      {cart.data && !line && (
        <>
          <PageHeading title="Producto del carrito" className="sr-only" />
          <Blank icon={<PackageX />} title="Este producto no está en tu carrito" actions={toCart} />
        </>
      )}
      {line && (
        <div className="cut-lg grid gap-8 border border-line bg-surface p-6 sm:grid-cols-2 sm:p-8">
          <ProductPicture
            src={line.imageUrl}
            name={line.name}
            sizes="(min-width: 640px) 420px, 100vw"
            first
            className="cut border border-line"
          />
          <div className="flex flex-col gap-4">
            <PageHeading title={line.name} className="text-2xl leading-tight font-bold sm:text-3xl" />
            <p className="text-muted">{line.description}</p>
            <PriceBlock of={line} className="text-3xl" />
            <p className="text-muted">
              Cantidad: <strong className="text-text">{line.quantity}</strong>
            </p>
            {lineTrouble(line) && <p className="text-warn">{lineTrouble(line)}</p>}
            <div className="mt-auto flex flex-wrap gap-3 pt-4">
              <Button look="danger" icon={<Trash2 className="size-4.5" />} onClick={() => setAsking(true)}>
                Quitar Del Carrito
              </Button>
              {toCart}
            </div>
          </div>
        </div>
      )}
      <Suspense>
        {asking && line && (
          <RemoveDialog
            userId={userId}
            item={line}
            onClose={() => setAsking(false)}
            onRemoved={() => void navigate({ to: '/shoppingCart' })}
          />
        )}
      </Suspense>
    </Page>
  )
}
