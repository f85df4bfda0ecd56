// The drawing itself, with only the parts of ECharts that it needs.
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import { useSettings } from "../settings.tsx";
import { inUnit, onAxis } from "../words/money.ts";
import type { ChartData } from "./data.ts";

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, LabelLayout, SVGRenderer]);

const inks = {
  light: {
    text: "#4d5753",
    line: "#dfe2dd",
    series: ["#2f6f5e", "#b3792a", "#51759c", "#8a5a83", "#7d8a4a", "#a5615a"],
  },
  dark: {
    text: "#b5beba",
    line: "#3a4040",
    series: ["#7cc4ae", "#e0b06a", "#8fb2d8", "#c79ac0", "#b7c583", "#dc9c94"],
  },
};

export default function Chart({ chart }: { chart: ChartData }) {
  const box = useRef<HTMLDivElement>(null);
  const { dark, language } = useSettings();
  useEffect(() => {
    if (!box.current) return;
    const drawing = init(box.current, undefined, { renderer: "svg" });
    const { clientWidth } = box.current;
    // By its name: the width of "inherit" can't be measured, and names on the axis
    // would be cut at the edge.
    const { fontFamily } = getComputedStyle(box.current);
    drawing.setOption(optionOf(chart, dark ? inks.dark : inks.light, language, clientWidth, fontFamily));
    const watch = new ResizeObserver(() => drawing.resize());
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      drawing.dispose();
    };
  }, [chart, dark, language]);
  const summary = chart.series
    .map(
      (s) =>
        `${s.name}: ${chart.labels.map((l, i) => `${l} ${s.values[i] == null ? "–" : inUnit(s.values[i], s.unit, language)}`).join(", ")}`,
    )
    .join("; ");
  return (
    <div
      ref={box}
      className="chart-space"
      data-kind={chart.kind}
      role="img"
      aria-label={`${chart.title}. ${summary}`}
    />
  );
}

/** Each bar has its name; names that have no room beside each other are turned. */
function barNames(labels: string[], width: number) {
  if (labels.length > 12) return {};
  const longest = Math.max(...labels.map((l) => [...l].reduce((w, c) => w + (c > "\u1100" ? 12 : 7), 8)));
  return { interval: 0, rotate: longest * labels.length > width - 80 ? 40 : 0 };
}

/** Shares are parts of one bar, from side to side; how much each is stands with its name. */
function stacked(chart: ChartData, ink: (typeof inks)["light"], language: "ko" | "en") {
  const [shares] = chart.series;
  const values = chart.labels.map((_, i) => shares?.values[i] ?? 0);
  const whole = values.reduce((sum, v) => sum + v, 0);
  const percent = (i: number) => `${((100 * (values[i] ?? 0)) / (whole || 1)).toFixed(1)}%`;
  return {
    grid: { left: 8, right: 8, top: 16, height: 56 },
    xAxis: { type: "value", max: whole, show: false },
    yAxis: { type: "category", data: [chart.title], show: false },
    legend: {
      top: 88,
      left: 8,
      itemGap: 20,
      textStyle: { color: ink.text },
      icon: "roundRect",
      itemWidth: 10,
      itemHeight: 10,
      selectedMode: false,
      formatter: (name: string) => `${name}  ${percent(chart.labels.indexOf(name))}`,
    },
    series: chart.labels.map((name, i) => ({
      name,
      type: "bar",
      stack: "whole",
      data: [values[i]],
      barWidth: "100%",
      itemStyle: { borderRadius: i === 0 ? [5, 0, 0, 5] : i === values.length - 1 ? [0, 5, 5, 0] : 0 },
      tooltip: {
        valueFormatter: (v: unknown) => (typeof v === "number" ? inUnit(v, shares?.unit ?? "", language) : "–"),
      },
    })),
  };
}

function optionOf(
  chart: ChartData,
  ink: (typeof inks)["light"],
  language: "ko" | "en",
  width: number,
  fontFamily: string,
) {
  const axis = {
    axisLine: { lineStyle: { color: ink.line } },
    axisLabel: { color: ink.text, fontSize: 12 },
    splitLine: { lineStyle: { color: ink.line } },
    axisTick: { show: false },
  };
  const units = [...new Set(chart.series.map((s) => s.unit))].slice(0, 2);
  const common = {
    color: ink.series,
    textStyle: { fontFamily },
    animationDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 300,
    // As text on the drawing: an HTML tooltip would need inline styles.
    tooltip: {
      trigger: chart.kind === "stacked" ? "item" : "axis",
      renderMode: "richText" as const,
      confine: true,
      textStyle: { fontSize: 12 },
    },
    legend:
      chart.series.length > 1
        ? { bottom: 0, textStyle: { color: ink.text }, icon: "roundRect", itemWidth: 10, itemHeight: 10 }
        : undefined,
  };
  const behind = (s: { unit: string }) => chart.kind === "line" && units.length > 1 && s.unit === "count";
  if (chart.kind === "stacked") return { ...common, ...stacked(chart, ink, language) };
  return {
    ...common,
    grid: { left: 8, right: 12, top: 16, bottom: chart.series.length > 1 ? 36 : 8, containLabel: true },
    xAxis: {
      type: "category",
      data: chart.labels,
      ...axis,
      axisLabel: { ...axis.axisLabel, ...(chart.kind === "bar" ? barNames(chart.labels, width) : {}) },
      splitLine: { show: false },
    },
    yAxis: units.map((unit, i) => ({
      type: "value",
      ...axis,
      scale: chart.kind === "line",
      splitNumber: 4,
      splitLine: { show: i === 0, lineStyle: { color: ink.line } },
      minInterval: unit === "count" ? 1 : 0,
      axisLabel: { ...axis.axisLabel, formatter: (v: number) => onAxis(v, unit, language) },
    })),
    series: chart.series.map((s) => ({
      // How many there were is no line of its own: it stands behind the prices.
      ...(behind(s) ? { z: 1, itemStyle: { color: ink.line, borderRadius: [5, 5, 0, 0] } } : {}),
      name: s.name,
      type: behind(s) ? "bar" : chart.kind,
      data: s.values.map((value, i) =>
        chart.own.includes(i) ? { value, itemStyle: { color: ink.series[1] } } : value,
      ),
      yAxisIndex: Math.max(0, units.indexOf(s.unit)),
      barMaxWidth: 34,
      smooth: 0.2,
      symbolSize: 7,
      ...(chart.kind === "bar" ? { itemStyle: { borderRadius: [5, 5, 0, 0] } } : {}),
      tooltip: { valueFormatter: (v: unknown) => (typeof v === "number" ? inUnit(v, s.unit, language) : "–") },
    })),
  };
}
