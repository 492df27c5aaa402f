import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import { shopQuery } from '#frontend/shop.queries.ts'
import { chooseTheme, useTheme } from '#frontend/theme.ts'
import { Wordmark } from './wordmark.tsx'

/** Social networks are icons only, as specified. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-surface/60">
      <div className="mx-auto grid max-w-7xl gap-x-12 gap-y-9 px-4 py-12 text-sm text-muted max-sm:grid-cols-2 sm:max-lg:grid-cols-3 sm:px-6 sm:pr-28 lg:grid-cols-[1fr_auto_auto_auto] 2xl:pr-6">
        <div className="max-lg:col-span-full">
          <Wordmark />
          <p className="mt-3 max-w-xs leading-relaxed">Hardware y gaming, con stock real.</p>
          <ThemeChoice />
        </div>
        <nav
          aria-label="Pie de página"
          className="contents [&_a]:block [&_a]:py-1.5 [&_a]:hover:text-text max-lg:[&_a]:py-3"
        >
          <div>
            <Link to="/home">Productos</Link>
            <Link to="/orders">Mis compras</Link>
            <Link to="/about">Nosotros</Link>
          </div>
          <div>
            <Link to="/preguntas-frecuentes">Preguntas</Link>
            <Link to="/contact">Contacto</Link>
            <Link to="/privacy">Privacidad</Link>
            <Link to="/terms">Términos</Link>
            <Link to="/arrepentimiento">Botón de arrepentimiento</Link>
          </div>
        </nav>
        <div className="max-sm:col-span-2">
          <p className="py-1.5 font-semibold text-text">Contáctanos</p>
          <Networks />
        </div>
      </div>
      <SellerLines />
    </footer>
  )
}

function Networks() {
  return (
    <ul className="mt-1.5 flex gap-4">
      <Network name="Instagram">
        <rect x="3" y="3" width="18" height="18" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <path d="M16.9 7.1h.01" />
      </Network>
      <Network name="Facebook">
        <path d="M13.5 21v-8h3l.5-3.5h-3.5v-2c0-1.1.5-2 2-2H17V2.6A13 13 0 0 0 14.7 2.5C12 2.5 10 4.1 10 7v2.5H7V13h3v8z" />
      </Network>
      <Network name="YouTube">
        <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
        <path d="M10.2 9.3v5.4l4.6-2.7z" />
      </Network>
    </ul>
  )
}

function Network({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <svg
        role="img"
        aria-label={name}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-6"
      >
        {children}
      </svg>
    </li>
  )
}

const themes = [
  { theme: 'system', name: 'Sistema', Icon: Monitor },
  { theme: 'dark', name: 'Oscuro', Icon: Moon },
  { theme: 'light', name: 'Claro', Icon: Sun },
] as const

function ThemeChoice() {
  const chosen = useTheme()
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="float-left mr-3 py-2.5 font-semibold max-lg:py-3.5 text-text">Tema</legend>
      <div className="inline-flex rounded-lg border border-edge bg-ink/70 p-1">
        {themes.map(({ theme, name, Icon }) => (
          <label
            key={theme}
            className="relative flex min-h-9 items-center max-lg:min-h-11 gap-1.5 rounded-md px-2.5 text-muted transition hover:text-text has-checked:bg-violet-deep has-checked:text-white"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            />
            <Icon className="size-4" />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const contract = 'Contratos de adhesión – Ley N.º 24.240 de Defensa del Consumidor'

function SellerLines() {
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
