// The footer's last part: who sells, where and when, and the links that the law asks for.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import { shopQuery } from '#frontend/shop.queries.ts'

const contract = 'Contratos de adhesión – Ley N.º 24.240 de Defensa del Consumidor'

export function SellerLines() {
  const seller = useQuery(shopQuery).data?.seller
  return (
    <div className="border-t border-line">
      <div className="mx-auto grid max-w-7xl gap-x-12 gap-y-4 px-4 pt-7 pb-10 text-sm text-muted max-lg:pb-24 sm:px-6 sm:pr-28 lg:grid-cols-2 2xl:pr-6 [&_a]:inline-block [&_a]:py-1 [&_a]:underline-offset-4 [&_a]:hover:text-text [&_a]:hover:underline max-lg:[&_a]:py-2.5">
        <address className="leading-relaxed not-italic" aria-label="Quién vende">
          {seller?.company && (
            <>
              <p className="flex flex-wrap gap-x-5">
                <strong className="font-semibold text-text">{seller.company}</strong>{' '}
                <span className="whitespace-nowrap">CUIT {formatCuit(seller.cuit)}</span>
              </p>
              <p>{seller.address}</p>
              <p>{seller.hours}</p>
              <p className="flex flex-wrap gap-x-5">
                <a href={`tel:${seller.phone.replace(/[^\d+]/g, '')}`}>{seller.phone}</a>
                <a href={`mailto:${seller.email}`}>{seller.email}</a>
              </p>
            </>
          )}
        </address>
        <nav aria-label="Enlaces legales" className="flex flex-col items-start">
          <Link to="/terms">{contract}</Link>
          {seller?.consumerDefence && <a href={seller.consumerDefence}>Defensa del Consumidor: reclamos</a>}
          {seller?.dataFiscal && <a href={seller.dataFiscal}>Data Fiscal</a>}
        </nav>
      </div>
    </div>
  )
}
