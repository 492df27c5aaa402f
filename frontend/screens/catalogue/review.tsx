import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { productQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { ReviewForm } from '#frontend/features/reviews/review-form.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { SIGN_IN_FIRST } from '#frontend/messages.es.ts'
import { useUser } from '#frontend/session.ts'
import { toastWarning } from '#frontend/ui/notice/toast.ts'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'

const route = getRouteApi('/review/$id')

export default function ReviewScreen() {
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const product = useQuery(productQuery(id))
  const user = useUser()
  const back = () => void navigate({ to: '/product/$id', params: { id } })
  const askToSignIn = () => {
    toastWarning(SIGN_IN_FIRST)
    void navigate({ to: '/login', search: { redirect: `/review/${id}` } })
  }
  const name = product.data?.name ?? 'Producto'
  const toProduct = (
    <Link to="/product/$id" params={{ id }}>
      {name}
    </Link>
  )
  return (
    <Page here="Dejar reseña" trail={toProduct} wide={false}>
      <div className="cut-lg grid gap-8 border border-line bg-surface p-6 sm:p-10 md:grid-cols-[14rem_minmax(0,1fr)]">
        <div className="flex gap-4 md:flex-col">
          {product.data ? (
            <ProductPicture
              src={product.data.imageUrl}
              sizes="224px"
              first
              className="cut w-24 shrink-0 self-start border border-line md:w-full"
            />
          ) : (
            <div className="shimmer cut aspect-square w-24 shrink-0 md:w-full" />
          )}
          <p className="font-display text-lg leading-snug font-semibold">{product.data?.name}</p>
        </div>
        <div>
          <PageHeading title="Dejar reseña" className="mb-6 text-3xl font-bold">
            ¿Qué te pareció?
          </PageHeading>
          {product.isError ? (
            <Failure title="No pudimos cargar el producto" of={product.error} onRetry={product.refetch} />
          ) : (
            <ReviewForm userId={user?.id ?? null} productId={id} onNobody={askToSignIn} onDone={back} />
          )}
        </div>
      </div>
    </Page>
  )
}
