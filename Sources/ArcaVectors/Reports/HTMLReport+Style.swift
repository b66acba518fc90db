extension HTMLReport {
    static let style = """
        :root{--ground:#f7f6f3;--card:#fff;--ink:#1d1f23;--soft:#646a73;--line:#e2dfd8;--passed:#2e8b57;
        --failed:#c8372d;--acceptable:#d99a1c;--skipped:#a7adb6;--good:#e8f4ec;--bad:#fbeae7}
        @media(prefers-color-scheme:dark){:root{--ground:#15171b;--card:#1d2026;--ink:#e8e9ec;--soft:#9aa1ac;
        --line:#2d323b;--passed:#4fb37e;--failed:#ef6a5f;--acceptable:#e3b04b;--skipped:#5d6570;--good:#17291f;
        --bad:#331c1a}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",
        "Noto Sans",sans-serif}
        main{max-width:1160px;margin:0 auto;padding:2rem 1.25rem 4rem}
        header{display:flex;gap:1.1rem;align-items:center;padding:1.3rem 1.5rem;border-radius:14px}
        header.good{background:var(--good)}header.bad{background:var(--bad)}
        header .mark{margin:0;font-size:2.1rem;line-height:1;color:#fff;width:3.4rem;height:3.4rem;border-radius:50%;
        display:grid;place-items:center;flex:none}
        header.good .mark{background:var(--passed)}header.bad .mark{background:var(--failed)}
        @media(prefers-color-scheme:dark){header .mark{color:#15171b}}
        h1{margin:0;font-size:1.55rem;line-height:1.25;letter-spacing:-.01em}header p{margin:.15rem 0 0;color:var(--soft)}
        h2{font-size:1.05rem;margin:2.4rem 0 .7rem}
        .problem{color:var(--failed);font-weight:600}
        .tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:.8rem;margin-top:1rem}
        .tile{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:.9rem 1.1rem;
        border-top:4px solid var(--line)}
        .tile b{display:block;font-size:1.75rem;line-height:1.2;font-variant-numeric:tabular-nums;letter-spacing:-.02em}
        .tile span{font-weight:600}.tile small{display:block;color:var(--soft)}
        .tile.passed{border-top-color:var(--passed)}.tile.failed{border-top-color:var(--failed)}
        .tile.acceptable{border-top-color:var(--acceptable)}.tile.skipped{border-top-color:var(--skipped)}
        .key{color:var(--soft);margin:0 0 .6rem;font-size:.87rem}
        .key i{display:inline-block;width:.75em;height:.75em;border-radius:3px;margin:0 .3em 0 .9em}
        .key i:first-child{margin-left:0}
        i.passed{background:var(--passed)}i.failed{background:var(--failed)}
        i.acceptable{background:var(--acceptable)}i.skipped{background:var(--skipped)}
        .bars{list-style:none;margin:0;padding:1rem 1.2rem;background:var(--card);border:1px solid var(--line);
        border-radius:12px;display:grid;grid-template-columns:repeat(auto-fill,minmax(440px,1fr));gap:.35rem 2rem}
        .bars li{display:grid;grid-template-columns:13rem 1fr 3.8rem;gap:.7rem;align-items:center}
        .bars .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        .bars .count{text-align:right;color:var(--soft);font-variant-numeric:tabular-nums}
        .bar{display:flex;height:.6rem;border-radius:.3rem;overflow:hidden;background:var(--line);gap:1px}
        .bar i{flex-basis:0;min-width:3px}
        .failure{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--failed);
        border-radius:10px;margin:.6rem 0;padding:.7rem 1.1rem}
        summary{cursor:pointer;font-weight:600;overflow-wrap:anywhere}summary em{font-weight:400;color:var(--soft)}
        .failure p{margin:.4rem 0;color:var(--failed)}
        .failure table{border-collapse:collapse;width:100%;table-layout:fixed;font-size:.87rem}
        .failure th{width:9.5rem;text-align:left;vertical-align:top;font-weight:500;color:var(--soft);padding:.16rem 0;
        overflow-wrap:anywhere}
        .failure td{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere;
        padding:.16rem 0;white-space:pre-wrap}
        .wanted td{color:var(--passed)}.got td{color:var(--failed)}
        .tools{display:flex;gap:1.2rem;flex-wrap:wrap;align-items:center;margin:1.6rem 0 0}
        input[type=search]{flex:1 1 18rem;max-width:26rem;padding:.5rem .8rem;border:1px solid var(--line);
        border-radius:9px;background:var(--card);color:inherit;font:inherit}
        input:focus-visible{outline:2px solid var(--passed);outline-offset:1px}
        .files{width:100%;border-collapse:collapse;background:var(--card);border:1px solid var(--line);border-radius:12px;
        overflow:hidden}
        .files th,.files td{padding:.45rem .8rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
        .files th{color:var(--soft);font-weight:500;font-size:.87rem}.files tr:last-child td{border-bottom:0}
        .files td{overflow-wrap:anywhere}.files td:nth-child(2){min-width:9rem}
        .files small{display:block;color:var(--soft)}.files .n{text-align:right;font-variant-numeric:tabular-nums;
        overflow-wrap:normal}
        .files .none{color:var(--soft);opacity:.55}.files .failed{color:var(--failed);font-weight:600}
        .share{width:8rem}.share .bar{margin-top:.42rem}
        [hidden]{display:none!important}
        @media(max-width:760px){.bars{grid-template-columns:1fr}.bars li{grid-template-columns:9rem 1fr 3.4rem}.tiles{grid-template-columns:repeat(2,1fr)}.share,.files th:last-child{display:none}
        .files th,.files td{padding:.4rem .45rem}.files td:nth-child(2){min-width:0}}
        @media print{.tools{display:none}body{background:#fff}}
        """

    static let script = """
        const filter=document.getElementById('filter'),trouble=document.getElementById('trouble');
        const rows=[...document.querySelectorAll('[data-text]')];
        function apply(){const words=filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
        for(const row of rows){const text=row.dataset.text.toLowerCase();
        const wanted=words.every(word=>text.includes(word));
        const quiet=trouble.checked&&!('trouble' in row.dataset);
        row.hidden=!wanted||quiet;}}
        filter.addEventListener('input',apply);trouble.addEventListener('change',apply);
        """
}
