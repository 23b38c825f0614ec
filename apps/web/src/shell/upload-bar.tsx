import { useFeed } from '../platform/feed/feed.ts'
import { text } from '../platform/language.ts'
import { shownTime } from '../platform/shown-values.ts'
import { UploadIcon } from '../platform/ui/icons.tsx'
import { uploadText } from './upload-text.ts'

const NAME = { zh: '数据补传', en: 'Upload of stored data' } as const

/** One calm line while trucks send what they stored: what is shown of them is still growing. Nothing otherwise. */
export const UploadBar = () => {
  const { uploads } = useFeed()
  if (uploads === null) return null
  return (
    <section className="upload-bar" aria-label={text(NAME)}>
      <UploadIcon />
      <p>{text(uploadText(uploads, (at) => shownTime(at, 'minute')))}</p>
    </section>
  )
}
