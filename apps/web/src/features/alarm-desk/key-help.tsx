import { text } from '../../platform/language.ts'

const KEYS = [
  [['j', 'k'], { zh: '下移、上移', en: 'down, up' }],
  [['Enter'], { zh: '打开', en: 'open' }],
  [['h'], { zh: '去处理', en: 'handle' }],
  [['1–9'], { zh: '选结果和类型', en: 'result and type' }],
  [['Enter'], { zh: '提交', en: 'submit' }],
  [['a'], { zh: '由我负责', en: 'assign to me' }],
  [['n'], { zh: '下一条', en: 'next' }],
  [['x'], { zh: '勾选（Shift+点击连选）', en: 'select (Shift-click: a range)' }],
  [['Esc'], { zh: '返回', en: 'back' }],
] as const

const WORDS = { keys: { zh: '快捷键', en: 'Keys' } } as const

/** The keys of the desk on one line. */
export const KeyHelp = () => (
  <p className="desk-keys" aria-label={text(WORDS.keys)}>
    {KEYS.map(([keys, words]) => (
      <span key={words.en}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}{' '}
        {text(words)}
      </span>
    ))}
  </p>
)
