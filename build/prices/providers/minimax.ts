import type { Provider } from './description.ts';

/**
 * The page: tables built from `div` elements, list prices struck out next to current ones; only the selected tab is
 * there. Its Markdown export has both tabs, Standard and Priority, which are levels of service.
 */
export const minimax: Provider = {
  id: 'minimax',
  hosts: /(^|\.)(minimax\.io|minimaxi\.com|minimax\.chat)$/,
  brand: /minimax|abab/i,
  pages: ['https://platform.minimax.io/docs/guides/pricing-paygo.md'],
  expects: ['cachedInput'],
  labelNoise: /(永久|限时)?[\d.一二三四五六七八九]+折|(permanent |limited-time )?\d+% off( forever)?/gi,
  tabTier: { standard: 'shown by default' },
  sections: [
    { match: /audio|speech|video|image|music|voice|音频|声音|语音|视频|图像|图片|音乐|多模态生成/i, skip: true },
  ],
};
