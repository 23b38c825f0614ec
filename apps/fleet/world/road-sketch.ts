/** Hand-drawn sketch of the roads of southern Jiangsu. WGS-84, longitude first, about 1 km true. */
import type { LngLat } from '@tanker/domain/fences/fence'
import type { RoadClass } from '../src/world.ts'

/** Junctions: roads meet only here. The Yangtze is crossed only where a bridge stands. */
export const junctions = {
  newStreet: [118.785, 32.045], maqun: [118.905, 32.048], xianlin: [118.932, 32.102], qixia: [118.955, 32.138],
  southGate: [118.79, 31.968], jiangning: [118.845, 31.935], lukou: [118.865, 31.775], secondBridge: [118.815, 32.165],
  luhe: [118.85, 32.305], tangshan: [119.052, 32.058], jurongNorth: [119.205, 32.068], jurong: [119.168, 31.948],
  xiashu: [119.21, 32.152], yizheng: [119.185, 32.325], yangzhou: [119.42, 32.36], jiangdu: [119.575, 32.425],
  taizhou: [119.905, 32.43], zhenjiang: [119.452, 32.192], zhenjiangWest: [119.362, 32.155], zhenjiangSouth: [119.442, 32.082],
  danyang: [119.585, 32.005], danyangEast: [119.668, 31.985], jintan: [119.575, 31.748], liyang: [119.495, 31.44],
  changzhouNorth: [119.945, 31.872], changzhouWest: [119.825, 31.782], changzhou: [119.965, 31.785], changzhouSouth: [119.982, 31.702],
  henglin: [120.118, 31.752], yixing: [119.845, 31.382], wuxiNorth: [120.252, 31.668], wuxiEast: [120.372, 31.612],
  wuxi: [120.302, 31.578], wuxiSouth: [120.298, 31.502], shuofang: [120.462, 31.542], jiangyin: [120.285, 31.892],
  jiangyinSouth: [120.302, 31.802], jingjiang: [120.272, 32.022], guangling: [120.205, 32.125], huashi: [120.462, 31.825],
  zhangjiagang: [120.555, 31.872], portArea: [120.432, 31.952], zhangjiagangSouth: [120.582, 31.802], changshu: [120.742, 31.652],
  changshuNorth: [120.745, 31.708], changshuEast: [120.925, 31.632], suzhouWest: [120.472, 31.335], suzhouNewArea: [120.545, 31.402],
  suzhouNorth: [120.632, 31.388], suzhou: [120.612, 31.302], industrialPark: [120.735, 31.318], suzhouEast: [120.765, 31.385],
  suzhouSouthWest: [120.505, 31.218], wujiang: [120.645, 31.158], suzhouSouthEast: [120.785, 31.235], kunshan: [120.955, 31.395],
  kunshanNorth: [120.955, 31.432], huaqiao: [121.085, 31.312], taicang: [121.112, 31.478], taicangPort: [121.215, 31.602],
  pukou: [118.655, 32.092], nanjingWest: [118.702, 31.942], heyang: [119.305, 32.012], lilyBridge: [120.138, 31.602], rugaoTown: [120.555, 32.385],
  taizhouSouth: [119.925, 32.282], wujin: [119.842, 31.622], fushan: [120.902, 31.772], yixingNorth: [119.862, 31.492], dianshan: [120.922, 31.172],
  rugao: [120.565, 32.148], nantongNorth: [120.852, 32.062], nantong: [120.872, 31.992], nantongEast: [121.015, 31.952],
} satisfies Record<string, LngLat>
export type Junction = keyof typeof junctions

/** A road: its name, class, and what it passes: junctions by name, and points between them that give it its shape. */
export type RoadSketch = { zh: string; en: string; class: RoadClass; through: readonly (Junction | LngLat)[] }

export const roadSketches: readonly RoadSketch[] = [
  { zh: 'G42沪宁高速', en: 'G42 Shanghai–Nanjing Expressway', class: 'expressway', through: [
    'maqun', [118.975, 32.042], 'tangshan', [119.13, 32.072], 'jurongNorth', [119.32, 32.085], 'zhenjiangSouth', [119.56, 32.052], 'danyangEast',
    [119.765, 31.932], [119.86, 31.892], 'changzhouNorth', [120.042, 31.828], 'henglin', [120.188, 31.705], 'wuxiNorth', [120.312, 31.642], 'wuxiEast',
    [120.415, 31.578], 'shuofang', [120.505, 31.472], 'suzhouNewArea', [120.588, 31.385], 'suzhouNorth', [120.702, 31.378], 'suzhouEast',
    [120.862, 31.418], 'kunshanNorth', [121.022, 31.392], 'huaqiao'] },
  { zh: 'G2京沪高速', en: 'G2 Beijing–Shanghai Expressway', class: 'expressway', through: [
    'jiangdu', [119.715, 32.33], [119.92, 32.235], [120.085, 32.172], 'guangling', [120.252, 32.075], 'jingjiang', [120.272, 31.952], 'jiangyin', 'jiangyinSouth',
    [120.345, 31.715], 'wuxiEast'] },
  { zh: 'G40沪陕高速', en: 'G40 Shanghai–Xi’an Expressway', class: 'expressway', through: [
    'luhe', [119.012, 32.322], 'yizheng', [119.302, 32.345], 'yangzhou', [119.502, 32.388], 'jiangdu', [119.742, 32.452], 'taizhou', [120.055, 32.318],
    'guangling', [120.382, 32.162], 'rugao', [120.722, 32.118], 'nantongNorth', [120.962, 32.022], 'nantongEast'] },
  { zh: 'G15沈海高速', en: 'G15 Shenyang–Haikou Expressway', class: 'expressway', through: [
    'nantongEast', [121.002, 31.865], [120.992, 31.775], [120.968, 31.702], 'changshuEast', [120.998, 31.555], 'taicang', [121.118, 31.392], 'huaqiao'] },
  { zh: 'S38常合高速', en: 'S38 Changshu–Hefei Expressway', class: 'expressway', through: [
    'jintan', [119.712, 31.722], [119.842, 31.692], 'changzhouSouth', [120.088, 31.715], [120.192, 31.772], 'jiangyinSouth', [120.388, 31.812], 'huashi', 'zhangjiagangSouth',
    [120.662, 31.752], 'changshuNorth', [120.838, 31.668], 'changshuEast'] },
  { zh: 'G15W常台高速', en: 'G15W Changshu–Taizhou Expressway', class: 'expressway', through: [
    'changshuNorth', 'changshu', [120.752, 31.565], [120.772, 31.468], 'suzhouEast', [120.792, 31.312], 'suzhouSouthEast', [120.728, 31.185], 'wujiang'] },
  { zh: '苏州绕城高速', en: 'Suzhou Ring Expressway', class: 'expressway', through: [
    'suzhouNewArea', [120.492, 31.382], 'suzhouWest', [120.462, 31.272], 'suzhouSouthWest', [120.568, 31.168], 'wujiang'] },
  { zh: 'G25长深高速', en: 'G25 Changchun–Shenzhen Expressway', class: 'expressway', through: [
    'luhe', [118.832, 32.238], 'secondBridge', [118.872, 32.112], 'maqun', [118.888, 31.992], 'jiangning', [118.872, 31.862], 'lukou', [118.992, 31.672], [119.185, 31.558],
    [119.345, 31.488], 'liyang', [119.602, 31.412], [119.725, 31.402], 'yixing'] },
  { zh: 'G4011扬溧高速', en: 'G4011 Yangzhou–Liyang Expressway', class: 'expressway', through: [
    'yangzhou', [119.378, 32.285], [119.352, 32.222], 'zhenjiangWest', [119.398, 32.112], 'zhenjiangSouth', [119.502, 31.972], [119.548, 31.862], 'jintan', [119.562, 31.592], 'liyang'] },
  { zh: 'S48沪宜高速', en: 'S48 Shanghai–Yixing Expressway', class: 'expressway', through: [
    'yixing', [119.925, 31.448], [120.018, 31.512], [120.135, 31.535], [120.225, 31.508], 'wuxiSouth', [120.385, 31.505], 'shuofang', [120.552, 31.562], [120.655, 31.622], 'changshu'] },
  { zh: 'G312国道', en: 'National Road 312', class: 'main', through: [
    'newStreet', [118.842, 32.072], 'xianlin', [119.062, 32.132], 'xiashu', [119.288, 32.145], 'zhenjiangWest', [119.402, 32.178], 'zhenjiang', [119.492, 32.112], 'danyang',
    [119.658, 31.932], [119.742, 31.862], 'changzhouWest', [119.895, 31.775], 'changzhou', [120.045, 31.762], 'henglin', [120.182, 31.662], 'wuxi', [120.372, 31.535],
    [120.432, 31.462], [120.502, 31.382], 'suzhou', [120.672, 31.335], 'industrialPark', [120.842, 31.352], 'kunshan', [121.022, 31.345], 'huaqiao'] },
  { zh: 'G346国道', en: 'National Road 346', class: 'main', through: [
    'taicangPort', [121.085, 31.645], [121.002, 31.665], 'changshuEast', [120.845, 31.662], 'changshu', [120.668, 31.742], 'zhangjiagangSouth', 'zhangjiagang', [120.502, 31.915],
    'portArea', [120.365, 31.925], 'jiangyin', [120.172, 31.895], [120.052, 31.905], 'changzhouNorth'] },
  { zh: 'S122省道', en: 'Provincial Road 122', class: 'main', through: [
    'jiangning', [118.968, 31.962], [119.072, 31.938], 'jurong', [119.285, 31.912], [119.412, 31.962], 'danyang'] },
  { zh: 'S340省道', en: 'Provincial Road 340', class: 'main', through: [
    'lukou', [119.025, 31.782], [119.218, 31.765], [119.402, 31.742], 'jintan', [119.702, 31.758], 'changzhouWest'] },
  { zh: 'S230省道', en: 'Provincial Road 230', class: 'main', through: ['wuxiSouth', 'wuxi', [120.285, 31.622], 'wuxiNorth', [120.278, 31.735], 'jiangyinSouth'] },
  { zh: 'S228省道', en: 'Provincial Road 228', class: 'main', through: ['wuxiEast', [120.465, 31.652], [120.602, 31.665], 'changshu'] },
  { zh: 'S339省道', en: 'Provincial Road 339', class: 'main', through: ['kunshan', 'kunshanNorth', [121.032, 31.462], 'taicang', [121.178, 31.532], 'taicangPort'] },
  { zh: 'G524国道', en: 'National Road 524', class: 'main', through: ['nantong', [120.932, 31.968], 'nantongEast'] },
  { zh: '通扬路', en: 'Tongyang Road', class: 'main', through: ['nantongNorth', [120.862, 32.025], 'nantong'] },
  { zh: '江宁大道', en: 'Jiangning Avenue', class: 'main', through: ['newStreet', [118.782, 32.008], 'southGate', [118.818, 31.948], 'jiangning'] },
  { zh: '纬七路', en: 'Weiqi Road', class: 'main', through: ['newStreet', [118.842, 32.038], 'maqun', [118.925, 32.072], 'xianlin', 'qixia'] },
  { zh: '宁句大道', en: 'Ningju Avenue', class: 'main', through: ['jurong', [119.192, 32.012], 'jurongNorth', [119.198, 32.112], 'xiashu'] },
  { zh: '常金大道', en: 'Changjin Avenue', class: 'main', through: ['changzhouNorth', [119.962, 31.828], 'changzhou', [119.978, 31.742], 'changzhouSouth'] },
  { zh: '人民路', en: 'Renmin Road', class: 'main', through: ['suzhouNorth', [120.622, 31.345], 'suzhou', [120.628, 31.238], 'wujiang'] },
  { zh: '太湖大道', en: 'Taihu Avenue', class: 'main', through: ['suzhou', [120.545, 31.315], 'suzhouWest'] },
  { zh: '星湖街', en: 'Xinghu Street', class: 'main', through: ['industrialPark', [120.752, 31.352], 'suzhouEast'] },
  { zh: '丹金路', en: 'Danjin Road', class: 'main', through: ['danyang', 'danyangEast'] },
  { zh: '镇江南徐大道', en: 'Nanxu Avenue', class: 'main', through: ['zhenjiang', [119.448, 32.138], 'zhenjiangSouth'] },
  { zh: '南京绕城高速', en: 'Nanjing Ring Expressway', class: 'expressway', through: [
    'maqun', [118.882, 31.998], [118.838, 31.958], 'southGate', [118.742, 31.955], 'nanjingWest', [118.662, 31.998], 'pukou', [118.702, 32.168], 'secondBridge'] },
  { zh: '苏州绕城高速东线', en: 'Suzhou Ring Expressway East', class: 'expressway', through: ['kunshanNorth', [120.922, 31.322], [120.915, 31.248], 'dianshan', [120.862, 31.182], 'suzhouSouthEast'] },
  { zh: 'S39江宜高速', en: 'S39 Jiangyin–Yixing Expressway', class: 'expressway', through: [
    'changzhouNorth', [119.882, 31.838], 'changzhouWest', [119.828, 31.702], 'wujin', [119.852, 31.552], 'yixingNorth', [119.858, 31.432], 'yixing'] },
  { zh: 'S86锡宜公路', en: 'S86 Xiyi Road', class: 'main', through: ['wuxi', [120.228, 31.598], 'lilyBridge', [120.042, 31.602], [119.952, 31.628], 'wujin'] },
  { zh: 'S232省道', en: 'Provincial Road 232', class: 'main', through: ['lilyBridge', [120.112, 31.682], 'henglin', [120.142, 31.838], [120.182, 31.868], 'jiangyin'] },
  { zh: 'S243省道', en: 'Provincial Road 243', class: 'main', through: ['jurong', [119.232, 31.978], 'heyang', [119.352, 32.052], 'zhenjiangSouth'] },
  { zh: 'S334省道', en: 'Provincial Road 334', class: 'main', through: ['taizhou', [119.922, 32.362], 'taizhouSouth', [120.045, 32.202], 'guangling'] },
  { zh: 'G204国道', en: 'National Road 204', class: 'main', through: ['rugaoTown', [120.572, 32.272], 'rugao', [120.662, 32.052], [120.762, 32.012], 'nantong'] },
  { zh: 'S336省道', en: 'Provincial Road 336', class: 'main', through: ['jingjiang', [120.352, 32.062], [120.462, 32.092], 'rugao'] },
  { zh: '福山公路', en: 'Fushan Road', class: 'main', through: ['zhangjiagang', [120.702, 31.852], [120.812, 31.808], 'fushan', [120.922, 31.692], 'changshuEast'] },
  { zh: 'S224省道', en: 'Provincial Road 224', class: 'main', through: ['changshu', [120.832, 31.552], [120.902, 31.492], 'kunshanNorth'] },
  { zh: '苏同黎公路', en: 'Sutongli Road', class: 'main', through: ['industrialPark', [120.722, 31.252], [120.702, 31.192], 'wujiang', [120.792, 31.132], 'dianshan'] },
  { zh: 'G104国道', en: 'National Road 104', class: 'main', through: ['pukou', [118.722, 32.072], 'newStreet', [118.765, 32.002], 'southGate', [118.805, 31.872], [118.845, 31.822], 'lukou'] },
  { zh: 'S338省道', en: 'Provincial Road 338', class: 'main', through: ['yizheng', [119.262, 32.282], [119.352, 32.278], 'yangzhou', [119.452, 32.412], 'jiangdu'] },
  { zh: '锡沙公路', en: 'Xisha Road', class: 'main', through: ['wuxiEast', [120.432, 31.682], [120.502, 31.762], 'huashi'] },
  { zh: '沿江公路', en: 'Riverside Road', class: 'main', through: ['huashi', [120.448, 31.892], 'portArea'] },
]
