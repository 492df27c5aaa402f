import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useMedia } from '#frontend/ui/use-media.ts'
import { heroSources, Picture } from './picture.tsx'

const PERIOD = 10_000
/** Delays the other pictures, so that the first one has the bandwidth, in milliseconds. */
const QUIET = 1000
const pictures = [1, 2, 3].map((number) => heroSources(`/img/hero-${number}.webp`))

/** Loads the other pictures only once the page is complete, and only if they will turn. */
function useTurns(moving: boolean): { shown: number; wanted: number } {
  const [shown, setShown] = useState(0)
  const [wanted, setWanted] = useState(1)
  useEffect(() => {
    if (!moving) return
    const others = setTimeout(() => setWanted(pictures.length), QUIET)
    const timer = setInterval(() => setShown((index) => (index + 1) % pictures.length), PERIOD)
    return () => {
      clearTimeout(others)
      clearInterval(timer)
    }
  }, [moving])
  return { shown, wanted }
}

/** Stands still if the system prefers less motion; its button stops and restarts it. */
export function RotatingHero({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState<boolean>()
  const isWelcome = !useMedia('(prefers-reduced-motion: reduce)', false)
  const moving = chosen ?? isWelcome
  const { shown, wanted } = useTurns(moving)
  return (
    <section data-hero-picture={shown + 1} className="night relative isolate flex min-h-dvh flex-col overflow-hidden">
      {pictures.slice(0, wanted).map((sources, index) => (
        // Covers a portrait window by height, and is wider than the window.
        <Picture
          key={sources.src}
          sources={sources}
          sizes="(orientation: portrait) 150vw, 100vw"
          width={1920}
          height={1080}
          alt=""
          first={index === 0}
          loading="eager"
          fetchPriority={index === 0 ? 'high' : 'low'}
          className={`absolute inset-0 -z-20 size-full object-cover transition-opacity duration-1000 ${index === shown ? 'opacity-100' : 'opacity-0'}`}
        />
      ))}
      <div className="absolute inset-0 -z-10 bg-[linear-gradient(180deg,--alpha(var(--color-ink)/80%),transparent_20%),linear-gradient(90deg,--alpha(var(--color-ink)/90%),--alpha(var(--color-ink)/55%)_50%,--alpha(var(--color-ink)/15%)),linear-gradient(0deg,var(--color-ink),transparent_35%)] max-sm:bg-ink/50" />
      {children}
      <button
        type="button"
        onClick={() => setChosen(!moving)}
        aria-label={moving ? 'Pausar las imágenes de fondo' : 'Animar las imágenes de fondo'}
        className="absolute bottom-6 left-4 grid size-11 place-items-center rounded-full border border-edge bg-ink/70 text-text hover:border-violet-soft sm:left-6"
      >
        {moving ? <Pause className="size-4" /> : <Play className="size-4" />}
      </button>
    </section>
  )
}
