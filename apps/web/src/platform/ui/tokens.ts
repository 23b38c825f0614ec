/**
 * Every colour and size of the web console: the style sheets (as custom properties), the map and the drawings read them here.
 * Colour means state; everything else is neutral.
 */
export type Palette = {
  readonly page: string
  readonly surface: string
  readonly raised: string
  readonly hover: string
  readonly line: string
  readonly ink: string
  readonly muted: string
  readonly action: string
  readonly onAction: string
  readonly focus: string
  readonly warn: string
  readonly good: string
  readonly info: string
  readonly offline: string
  readonly empty: string
  readonly loaded: string
  readonly alarm: string
  readonly parked: string
  /** A water truck that takes water. */
  readonly filling: string
  readonly gradeYellow: string
  readonly gradeRed: string
  readonly gradeBlack: string
  readonly shell: string
  readonly shellInk: string
  readonly shellMuted: string
  readonly shellLine: string
  readonly tankShell: string
  readonly tankInside: string
  readonly mapSea: string
  readonly mapLand: string
  readonly mapAbroad: string
  readonly mapGreen: string
  readonly mapBuilt: string
  readonly mapBuilding: string
  readonly mapBorder: string
  readonly mapProvince: string
  readonly mapCity: string
  readonly mapRoad: string
  readonly mapRoadCase: string
  readonly mapLabel: string
  readonly mapHalo: string
  readonly mapPlace: string
  /** How fast a truck drove, from standing to fast: one hue, so that it is no state. */
  readonly speed1: string
  readonly speed2: string
  readonly speed3: string
  readonly speed4: string
  readonly speed5: string
}

export const LIGHT: Palette = {
  page: '#eef1f4',
  surface: '#ffffff',
  raised: '#f6f8fa',
  hover: '#edf0f4',
  line: '#dde2e8',
  ink: '#18212b',
  muted: '#57636f',
  action: '#22303e',
  onAction: '#ffffff',
  focus: '#2b6cb0',
  warn: '#9a6400',
  good: '#187a43',
  info: '#2b6cb0',
  offline: '#87919c',
  empty: '#2f7ed8',
  loaded: '#1f9d55',
  alarm: '#d6302c',
  parked: '#d98a00',
  filling: '#0e7f92',
  gradeYellow: '#d9a900',
  gradeRed: '#d6302c',
  gradeBlack: '#15181c',
  shell: '#1c2733',
  shellInk: '#eef2f6',
  shellMuted: '#a9b6c3',
  shellLine: '#324050',
  tankShell: '#8b96a2',
  tankInside: '#eef1f4',
  mapSea: '#cfdde8',
  mapLand: '#f7f6f2',
  mapAbroad: '#ecebe6',
  mapGreen: '#e4edda',
  mapBuilt: '#f0ede7',
  mapBuilding: '#e0d9ce',
  mapBorder: '#a79fa8',
  mapProvince: '#c3bfc6',
  mapCity: '#dedbdc',
  mapRoad: '#ffffff',
  mapRoadCase: '#b3ab9d',
  mapLabel: '#46505b',
  mapHalo: '#ffffff',
  mapPlace: '#5d6b79',
  speed1: '#bfa9dd',
  speed2: '#a17fd0',
  speed3: '#8257bb',
  speed4: '#623499',
  speed5: '#3d1570',
}

export const DARK: Palette = {
  page: '#0d1116',
  surface: '#161c23',
  raised: '#1c232b',
  hover: '#242d37',
  line: '#2c3641',
  ink: '#e6ebf0',
  muted: '#98a5b2',
  action: '#dbe3ea',
  onAction: '#141a20',
  focus: '#7fb6ee',
  warn: '#f0ad2e',
  good: '#35c37a',
  info: '#7fb6ee',
  offline: '#7d8894',
  empty: '#4c9bf0',
  loaded: '#35c37a',
  alarm: '#ff5a52',
  parked: '#f0ad2e',
  filling: '#41c4d8',
  gradeYellow: '#e8c22e',
  gradeRed: '#ff5a52',
  gradeBlack: '#000000',
  shell: '#10161c',
  shellInk: '#e6ebf0',
  shellMuted: '#98a5b2',
  shellLine: '#28323d',
  tankShell: '#71808e',
  tankInside: '#0f141a',
  mapSea: '#0c1319',
  mapLand: '#1a2027',
  mapAbroad: '#151a20',
  mapGreen: '#1a2822',
  mapBuilt: '#1f252d',
  mapBuilding: '#2b343e',
  mapBorder: '#59636e',
  mapProvince: '#3b4550',
  mapCity: '#272f38',
  mapRoad: '#566474',
  mapRoadCase: '#10161c',
  mapLabel: '#b3bfca',
  mapHalo: '#10161c',
  mapPlace: '#a5b2bf',
  speed1: '#5f4a86',
  speed2: '#7c62ad',
  speed3: '#9d84cf',
  speed4: '#c0abe8',
  speed5: '#e8dcff',
}

/** Truck status 0–4 → the palette's name for it (spec 4.2). */
export const STATUS_COLOUR = ['offline', 'empty', 'loaded', 'alarm', 'parked'] as const satisfies readonly (keyof Palette)[]

/** Colours of trucks on a map: those of the statuses, by their codes, and one more. */
export const LOOK_COLOUR = [...STATUS_COLOUR, 'filling'] as const satisfies readonly (keyof Palette)[]

export const GRADE_COLOUR = { yellow: 'gradeYellow', red: 'gradeRed', black: 'gradeBlack' } as const satisfies Record<string, keyof Palette>

/** Products by their own hue, beside a letter; none of them is a state's colour. */
export const PRODUCT_COLOUR = {
  92: '#d9669b',
  95: '#9168dd',
  98: '#5470d8',
  gasoline: '#c76fd0',
  diesel: '#a97f35',
  other: '#2f9c99',
} as const

/** Speeds at which the next colour of a trail begins, km/h. */
export const SPEED_STEPS_KMH = [20, 40, 60, 80] as const
export const SPEED_COLOUR = ['speed1', 'speed2', 'speed3', 'speed4', 'speed5'] as const satisfies readonly (keyof Palette)[]

/** Row height of every list and table, px. */
export const ROW_HEIGHT = 32

/** Where the sidebar closes by itself (spec 2.11, 9). */
export const MOBILE_BELOW = 1024

export const FONT =
  'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Helvetica Neue", Arial, sans-serif'
