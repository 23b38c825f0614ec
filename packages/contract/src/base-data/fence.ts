import { FENCE_KINDS, type FenceKind } from '@tanker/domain/fences/fence'
import type { Text } from '@tanker/domain/texts/text'
import { correctFence } from '../actions/fences.ts'
import { defineEntity, type FieldProblems } from './define-entity.ts'
import { choiceField, organisationField, placeField, statusField, textField, wholeOrNoneField } from './fields.ts'
import { shapeField } from './shape-field.ts'

/** What a fence surrounds; a free one surrounds no place. */
export const FENCE_KIND_NAMES = {
  station: { zh: '油站', en: 'Station' },
  depot: { zh: '油库', en: 'Depot' },
  repair: { zh: '维修厂', en: 'Repair shop' },
  park: { zh: '停车场', en: 'Parking lot' },
  custom: { zh: '自定义', en: 'Custom' },
} as const satisfies Record<FenceKind, Text>

/** Spec 4.5. */
export const APPROVAL_STATES = {
  pending: { zh: '待审批', en: 'Pending approval' },
  approved: { zh: '已通过', en: 'Approved' },
  refused: { zh: '未通过', en: 'Not approved' },
} as const satisfies Record<string, Text>

/** Spec 4.5. */
export const APPROVAL_TYPES = {
  new: { zh: '新增', en: 'New' },
  modify: { zh: '修改', en: 'Modify' },
} as const satisfies Record<string, Text>

const PLACE_MISSING: Text = { zh: '请选择围栏所属的场所。', en: 'Please choose the place that the fence surrounds.' }
const PLACE_OF_CUSTOM: Text = { zh: '自定义围栏不属于任何场所，请清除。', en: 'A custom fence has no place; please clear the place.' }

const placeFits = ({ kind, placeId }: { readonly kind: FenceKind; readonly placeId: number | null }): FieldProblems => {
  if (kind === 'custom') return placeId === null ? {} : { placeId: PLACE_OF_CUSTOM }
  return placeId === null ? { placeId: PLACE_MISSING } : {}
}

/** The border of a depot, station, park, repair shop or free area (spec 3.7). Kind, place, shape and limit count from their approval on. */
export const fence = defineEntity({
  path: 'setting/base_data/user_enclosure',
  name: { zh: '电子围栏', en: 'Fence' },
  fields: {
    name: textField({ label: { zh: '围栏名称', en: 'Name' }, required: true, max: 80, example: '南环路禁停区' }),
    organisationId: organisationField(),
    kind: choiceField<FenceKind>({
      label: { zh: '类型', en: 'Type' },
      choices: Object.fromEntries(FENCE_KINDS.map((kind) => [kind, FENCE_KIND_NAMES[kind]])) as Record<FenceKind, Text>,
      unlessGiven: 'custom',
    }),
    placeId: placeField({ label: { zh: '所属场所', en: 'Place' }, kindField: 'kind' }),
    speedLimitKmh: wholeOrNoneField({
      label: { zh: '限速(km/h)', en: 'Speed limit (km/h)' },
      hint: { zh: '不填则围栏内不另设限速', en: 'Empty: no speed limit of its own' },
      min: 5,
      max: 120,
      example: '30',
    }),
    status: statusField(),
    address: textField({ label: { zh: '地址', en: 'Address' }, max: 150, long: true, example: '苏州市吴中区南环路' }),
    shape: shapeField({ label: { zh: '围栏范围', en: 'Fence area' }, example: '120.621034, 31.318772, 300' }),
  },
  unique: [
    {
      field: 'name',
      text: {
        zh: '该组织下已存在同名围栏，请换一个名称。',
        en: 'A fence of this name exists already under the organisation; choose another.',
      },
    },
  ],
  settled: ['organisationId'],
  actions: [correctFence],
  check: placeFits,
})

/** Fields that count from the approval on; the others at once. */
export const FENCE_TERMS = ['kind', 'placeId', 'speedLimitKmh', 'shape'] as const
