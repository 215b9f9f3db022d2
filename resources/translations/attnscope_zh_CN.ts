<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>CellText</name>
    <message>
        <source>NaN (not a number)</source>
        <translation>NaN（非数）</translation>
    </message>
    <message>
        <source>−∞ (minus infinity)</source>
        <translation>−∞（负无穷）</translation>
    </message>
    <message>
        <source>∞ (infinity)</source>
        <translation>∞（无穷）</translation>
    </message>
    <message>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <source>key %1%2</source>
        <translation>键 %1%2</translation>
    </message>
    <message>
        <source>query %1%2</source>
        <translation>查询 %1%2</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>visible</source>
        <translation>可见</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>this row sees no key</source>
        <translation>此行看不到任何键</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
</context>
<context>
    <name>ColourScale</name>
    <message>
        <source>hidden by the mask</source>
        <translation>被掩码隐藏</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>row without a visible key</source>
        <translation>没有可见键的行</translation>
    </message>
    <message>
        <source>≤ 0, no logarithm</source>
        <translation>≤ 0，无对数</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>There is nothing to attend to: type at least one word.</source>
        <translation>没有可注意的内容：请至少输入一个词。</translation>
    </message>
    <message>
        <source>The number of heads is %1, but there must be at least one.</source>
        <translation>头数为 %1，但至少要有一个。</translation>
    </message>
    <message>
        <source>%1 is %2, but must be at least 1.</source>
        <translation>%1 为 %2，但至少应为 1。</translation>
    </message>
    <message>
        <source>Shared keys and values come from one projection, so d_k and d_v must be equal, but d_k is %1 and d_v is %2.</source>
        <translation>共享的键和值来自同一个投影，d_k 与 d_v 必须相等，但 d_k 为 %1，d_v 为 %2。</translation>
    </message>
    <message>
        <source>%1 has the shape %2, but the settings ask for %3: bring in an array of that shape, or change the settings.</source>
        <translation>%1 的形状为 %2，而设置要求 %3：请导入该形状的数组，或修改设置。</translation>
    </message>
    <message>
        <source>The array %1 is missing.</source>
        <translation>缺少数组 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be %2.</source>
        <translation>%1 不能为 %2。</translation>
    </message>
    <message>
        <source>These sizes would take %1, but there is only %2: use fewer heads, smaller widths or a shorter text.</source>
        <translation>这样的尺寸需要 %1，但只有 %2：请减少头数、缩小宽度或缩短文本。</translation>
    </message>
    <message>
        <source>These sizes would take %1: use fewer heads, smaller widths or a shorter text.</source>
        <translation>这样的尺寸需要 %1：请减少头数、缩小宽度或缩短文本。</translation>
    </message>
    <message>
        <source>This scaling takes the deviation over all scores, but there is only one: choose 1/√d_k, or type a longer text.</source>
        <translation>这种缩放要取所有分数的标准差，但只有一个分数：请选择 1/√d_k，或输入更长的文本。</translation>
    </message>
    <message>
        <source>No OpenCL device can be used: %1</source>
        <translation>没有可用的 OpenCL 设备：%1</translation>
    </message>
    <message>
        <source>The device&apos;s compiler refused a kernel: %1</source>
        <translation>设备的编译器拒绝了一个内核：%1</translation>
    </message>
    <message>
        <source>The device&apos;s compiler refused the kernel %1: %2</source>
        <translation>设备的编译器拒绝了内核 %1：%2</translation>
    </message>
    <message>
        <source>Not enough memory: %1</source>
        <translation>内存不足：%1</translation>
    </message>
    <message>
        <source>The device failed: %1</source>
        <translation>设备出错：%1</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Cannot open %1: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>scale %1</source>
        <translation>缩放 %1</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定</translation>
    </message>
    <message>
        <source>no mask</source>
        <translation>无掩码</translation>
    </message>
    <message>
        <source>mask %1 (%2)</source>
        <translation>掩码 %1（%2）</translation>
    </message>
    <message>
        <source>no PE</source>
        <translation>无位置编码</translation>
    </message>
    <message>
        <source>PE base %1</source>
        <translation>PE 底数 %1</translation>
    </message>
    <message>
        <source>dropout %1</source>
        <translation>dropout %1</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>key j (rows)</source>
        <translation>键 j（行）</translation>
    </message>
    <message>
        <source>query i (rows)</source>
        <translation>查询 i（行）</translation>
    </message>
    <message>
        <source>key j (columns)</source>
        <translation>键 j（列）</translation>
    </message>
    <message>
        <source>column c of the head</source>
        <translation>头内的列 c</translation>
    </message>
    <message>
        <source>head h (rows)</source>
        <translation>头 h（行）</translation>
    </message>
    <message>
        <source>query i (columns)</source>
        <translation>查询 i（列）</translation>
    </message>
    <message>
        <source>column h·d_v + c (heads side by side)</source>
        <translation>列 h·d_v + c（各头并排）</translation>
    </message>
    <message>
        <source>column c of the model width</source>
        <translation>模型宽度的列 c</translation>
    </message>
    <message>
        <source>row sum</source>
        <translation>行和</translation>
    </message>
    <message>
        <source>empty rows set to zero</source>
        <translation>空行置零</translation>
    </message>
    <message>
        <source>empty rows by the formula</source>
        <translation>空行按公式计算</translation>
    </message>
    <message>
        <source>a finite fill makes the row uniform, like real attention</source>
        <translation>有限的填充值使该行均匀，看似真实的注意力</translation>
    </message>
    <message>
        <source>weights 0, output b_O: nothing spreads</source>
        <translation>权重为 0，输出为 b_O：不会扩散</translation>
    </message>
    <message>
        <source>0 / 0 = NaN, and it spreads to the output</source>
        <translation>0 / 0 = NaN，并扩散到输出</translation>
    </message>
    <message>
        <source>The six ways are being computed.</source>
        <translation>正在计算六种方式。</translation>
    </message>
    <message>
        <source>Six ways to apply one mask, head %1</source>
        <translation>同一掩码的六种施加方式，头 %1</translation>
    </message>
    <message>
        <source> · sequence %1</source>
        <translation> · 序列 %1</translation>
    </message>
    <message>
        <source> · nothing is hidden: switch a mask on to see them differ</source>
        <translation> · 没有隐藏任何键：打开掩码即可看到差别</translation>
    </message>
    <message>
        <source>leaked %1 · max |Δ| %2</source>
        <translation>泄漏 %1 · 最大 |Δ| %2</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>even columns sine, odd columns cosine</source>
        <translation>偶数列为正弦，奇数列为余弦</translation>
    </message>
    <message>
        <source>position p (rows)</source>
        <translation>位置 p（行）</translation>
    </message>
    <message>
        <source>how alike two positions are: depends on p − q alone</source>
        <translation>两个位置的相似度：只取决于 p − q</translation>
    </message>
    <message>
        <source>position q (columns)</source>
        <translation>位置 q（列）</translation>
    </message>
    <message>
        <source>wavelength of pair i</source>
        <translation>第 i 对的波长</translation>
    </message>
    <message>
        <source>Wavelengths</source>
        <translation>波长</translation>
    </message>
    <message>
        <source>pair 0 is fast (2π positions); the base stretches the slow end</source>
        <translation>第 0 对最快（2π 个位置）；底数只拉长慢的一端</translation>
    </message>
    <message>
        <source>pair i (columns 2i, 2i+1)</source>
        <translation>第 i 对（列 2i、2i+1）</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>个位置</translation>
    </message>
    <message>
        <source>length shown: %1</source>
        <translation>显示长度：%1</translation>
    </message>
    <message>
        <source>Pair %1 along the positions</source>
        <translation>第 %1 对随位置的变化</translation>
    </message>
    <message>
        <source>wavelength %1 positions</source>
        <translation>波长 %1 个位置</translation>
    </message>
    <message>
        <source>position p</source>
        <translation>位置 p</translation>
    </message>
    <message>
        <source>column %1 (sine)</source>
        <translation>第 %1 列（正弦）</translation>
    </message>
    <message>
        <source>column %1 (cosine)</source>
        <translation>第 %1 列（余弦）</translation>
    </message>
    <message>
        <source>What switching PE off changes</source>
        <translation>关闭位置编码会改变什么</translation>
    </message>
    <message>
        <source>largest |ΔA| in each head</source>
        <translation>每个头中最大的 |ΔA|</translation>
    </message>
    <message>
        <source>head h</source>
        <translation>头 h</translation>
    </message>
    <message>
        <source>A with PE − A without, head %1</source>
        <translation>有 PE 的 A − 无 PE 的 A，头 %1</translation>
    </message>
    <message>
        <source>Positions · base %1 · D = %2</source>
        <translation>位置 · 底数 %1 · D = %2</translation>
    </message>
    <message>
        <source>no finite value</source>
        <translation>没有有限值</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>entropy %1 nats · largest %2</source>
        <translation>熵 %1 nat · 最大 %2</translation>
    </message>
    <message>
        <source>largest %1</source>
        <translation>最大 %1</translation>
    </message>
    <message numerus="yes">
        <source> · %n blocked row(s) excluded</source>
        <translation>
            <numerusform> · 不含 %n 个空行</numerusform>
        </translation>
    </message>
    <message>
        <source>entropy (nats)</source>
        <translation>熵（nat）</translation>
    </message>
    <message>
        <source>mean per key</source>
        <translation>每个键的均值</translation>
    </message>
    <message>
        <source>scale = %1</source>
        <translation>缩放系数 = %1</translation>
    </message>
    <message>
        <source>what raw scores are multiplied by, and what other rules would give</source>
        <translation>原始分数所乘的系数，以及其他规则的结果</translation>
    </message>
    <message>
        <source>factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>The positional encoding is off. Switch it on to see it here.</source>
        <translation>位置编码已关闭。打开后即可在此查看。</translation>
    </message>
    <message>
        <source>No normalisation is chosen after the heads are joined.</source>
        <translation>没有选择拼接之后的归一化。</translation>
    </message>
    <message>
        <source>There is no other sequence: keys and values come from the text itself.</source>
        <translation>没有另一个序列：键和值来自文本自身。</translation>
    </message>
    <message>
        <source>This stage is being computed.</source>
        <translation>正在计算此阶段。</translation>
    </message>
    <message>
        <source>From raw scores to weights, head %1</source>
        <translation>从原始分数到权重，头 %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source> · rows: query i, columns: key j</source>
        <translation> · 行：查询 i，列：键 j</translation>
    </message>
    <message>
        <source> · rows: position, columns: width of the head</source>
        <translation> · 行：位置，列：头的宽度</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>不保存</translation>
    </message>
</context>
<context>
    <name>RefusalText</name>
    <message>
        <source>d_model = %1 cannot be divided among %2 heads while d_k = d_model / heads is locked.</source>
        <translation>锁定 d_k = d_model / 头数 时，d_model = %1 不能平分给 %2 个头。</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>d_model = %1</source>
        <translation>d_model = %1</translation>
    </message>
    <message>
        <source>unlock d_k</source>
        <translation>解锁 d_k</translation>
    </message>
    <message>
        <source>Shared keys and values come from one projection, so their widths must agree, but d_k = %1 and d_v = %2.</source>
        <translation>共享的键和值来自同一个投影，宽度必须一致，但 d_k = %1，d_v = %2。</translation>
    </message>
    <message>
        <source>d_v = %1</source>
        <translation>d_v = %1</translation>
    </message>
    <message>
        <source>d_k = %1</source>
        <translation>d_k = %1</translation>
    </message>
    <message>
        <source>do not share</source>
        <translation>不共享</translation>
    </message>
</context>
<context>
    <name>StageText</name>
    <message>
        <source>Embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Memory input</source>
        <translation>记忆输入</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Raw scores</source>
        <translation>原始分数</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放系数</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Masked scores</source>
        <translation>掩码后的分数</translation>
    </message>
    <message>
        <source>Row maximum</source>
        <translation>行最大值</translation>
    </message>
    <message>
        <source>Row sum</source>
        <translation>行和</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights after dropout</source>
        <translation>Dropout 后的权重</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Heads side by side</source>
        <translation>各头拼接</translation>
    </message>
    <message>
        <source>Normalised concat</source>
        <translation>归一化的拼接</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>The token embeddings: what you put in.</source>
        <translation>词元嵌入：你的输入。</translation>
    </message>
    <message>
        <source>The other sequence, which keys and values come from.</source>
        <translation>另一个序列，键和值由它而来。</translation>
    </message>
    <message>
        <source>Waves of different lengths that tell positions apart.</source>
        <translation>用不同波长的波区分位置。</translation>
    </message>
    <message>
        <source>Embeddings with their positions: what attention sees.</source>
        <translation>带有位置的嵌入：注意力所见。</translation>
    </message>
    <message>
        <source>The other sequence with its own positions.</source>
        <translation>带有自身位置的另一个序列。</translation>
    </message>
    <message>
        <source>What each position looks for.</source>
        <translation>每个位置在寻找什么。</translation>
    </message>
    <message>
        <source>What each position can be found by.</source>
        <translation>每个位置凭什么被找到。</translation>
    </message>
    <message>
        <source>What each position hands over when it is attended to.</source>
        <translation>每个位置被注意时交出什么。</translation>
    </message>
    <message>
        <source>How well each query matches each key.</source>
        <translation>每个查询与每个键的匹配程度。</translation>
    </message>
    <message>
        <source>The factor that keeps scores from growing with the key width.</source>
        <translation>使分数不随键宽增长的系数。</translation>
    </message>
    <message>
        <source>Raw scores, scaled.</source>
        <translation>缩放后的原始分数。</translation>
    </message>
    <message>
        <source>Which keys a query may see.</source>
        <translation>查询可以看到哪些键。</translation>
    </message>
    <message>
        <source>What goes into the softmax.</source>
        <translation>送入 softmax 的内容。</translation>
    </message>
    <message>
        <source>Subtracted so that exp cannot overflow.</source>
        <translation>减去它，使 exp 不会溢出。</translation>
    </message>
    <message>
        <source>What each row is divided by.</source>
        <translation>每一行所除的数。</translation>
    </message>
    <message>
        <source>How much each query takes from each key.</source>
        <translation>每个查询从每个键取多少。</translation>
    </message>
    <message>
        <source>Weights after inverted dropout; rows need not sum to 1.</source>
        <translation>反向 dropout 之后的权重；行和不必为 1。</translation>
    </message>
    <message>
        <source>The weighted mean of the values.</source>
        <translation>值的加权平均。</translation>
    </message>
    <message>
        <source>All heads of a position in one row, head 0 first.</source>
        <translation>一个位置的所有头排成一行，头 0 在前。</translation>
    </message>
    <message>
        <source>The concatenation after the normalisation that was chosen.</source>
        <translation>经所选归一化之后的拼接。</translation>
    </message>
    <message>
        <source>What the layer hands on.</source>
        <translation>该层向后传递的内容。</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定</translation>
    </message>
    <message>
        <source>all visible</source>
        <translation>全部可见</translation>
    </message>
    <message>
        <source>hidden → %1</source>
        <translation>隐藏 → %1</translation>
    </message>
    <message>
        <source>hidden + (%1)</source>
        <translation>隐藏 + (%1)</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>none (× 1)</source>
        <translation>无（× 1）</translation>
    </message>
    <message>
        <source>1/√d_k (right)</source>
        <translation>1/√d_k（正确）</translation>
    </message>
    <message>
        <source>1/√D (a common mistake)</source>
        <translation>1/√D（常见错误）</translation>
    </message>
    <message>
        <source>1/d_k (too flat)</source>
        <translation>1/d_k（过于平坦）</translation>
    </message>
    <message>
        <source>× √d_k (a common mistake)</source>
        <translation>× √d_k（常见错误）</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>自定数值</translation>
    </message>
    <message>
        <source>adaptive (leaves √std)</source>
        <translation>自适应（剩下 √std）</translation>
    </message>
    <message>
        <source>standardise (std = 1)</source>
        <translation>标准化（std = 1）</translation>
    </message>
    <message>
        <source>fill the scores (right)</source>
        <translation>填充分数（正确）</translation>
    </message>
    <message>
        <source>add the fill to the scores</source>
        <translation>把填充值加到分数上</translation>
    </message>
    <message>
        <source>multiply the scores by 0/1</source>
        <translation>分数乘以 0/1</translation>
    </message>
    <message>
        <source>add 0/1 to the scores</source>
        <translation>分数加上 0/1</translation>
    </message>
    <message>
        <source>multiply the weights by 0/1</source>
        <translation>权重乘以 0/1</translation>
    </message>
    <message>
        <source>multiply, then renormalise</source>
        <translation>相乘后重新归一化</translation>
    </message>
    <message>
        <source>hidden scores are replaced before the softmax</source>
        <translation>在 softmax 之前替换隐藏的分数</translation>
    </message>
    <message>
        <source>with a large finite fill the score is absorbed in single precision</source>
        <translation>填充值很大而有限时，单精度下分数被吞没</translation>
    </message>
    <message>
        <source>a hidden key still gets exp(0)</source>
        <translation>隐藏的键仍得到 exp(0)</translation>
    </message>
    <message>
        <source>a boolean is not a mask: nothing is hidden</source>
        <translation>布尔值不是掩码：什么也没有隐藏</translation>
    </message>
    <message>
        <source>rows no longer sum to 1</source>
        <translation>行和不再为 1</translation>
    </message>
    <message>
        <source>right again, except where everything visible underflowed</source>
        <translation>又是正确的，除非可见部分全部下溢</translation>
    </message>
    <message>
        <source>not scaled</source>
        <translation>未缩放</translation>
    </message>
    <message>
        <source>scaled by √D, not √d_k</source>
        <translation>除以 √D，而非 √d_k</translation>
    </message>
    <message>
        <source>divided by d_k, not √d_k</source>
        <translation>除以 d_k，而非 √d_k</translation>
    </message>
    <message>
        <source>multiplied by √d_k</source>
        <translation>乘以了 √d_k</translation>
    </message>
    <message>
        <source>custom scale</source>
        <translation>自定缩放</translation>
    </message>
    <message>
        <source>scale depends on the data</source>
        <translation>缩放取决于数据</translation>
    </message>
    <message>
        <source>finite fill</source>
        <translation>有限的填充值</translation>
    </message>
    <message>
        <source>fill added, not set</source>
        <translation>填充值是加上而非替换</translation>
    </message>
    <message>
        <source>hidden keys get exp(0)</source>
        <translation>隐藏的键得到 exp(0)</translation>
    </message>
    <message>
        <source>mask hides nothing</source>
        <translation>掩码什么也没隐藏</translation>
    </message>
    <message>
        <source>masked after softmax</source>
        <translation>在 softmax 之后施加掩码</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ControlsPanel</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>After the weights</source>
        <translation>权重之后</translation>
    </message>
    <message>
        <source>Start values</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>Type a sentence. Each line is a sequence of the batch.</source>
        <translation>输入一句话。每一行是批次中的一个序列。</translation>
    </message>
    <message>
        <source>The words that attend to each other. Each line is one sequence of the batch; shorter ones are padded.</source>
        <translation>相互注意的词。每一行是批次中的一个序列，较短的会被填充。</translation>
    </message>
    <message>
        <source>Attend to another text (cross-attention)</source>
        <translation>注意另一段文本（交叉注意力）</translation>
    </message>
    <message>
        <source>Keys and values come from the other text, queries from the first.</source>
        <translation>键和值来自另一段文本，查询来自第一段。</translation>
    </message>
    <message>
        <source>The other text, one line for each line above.</source>
        <translation>另一段文本，与上面逐行对应。</translation>
    </message>
    <message>
        <source>Other text</source>
        <translation>另一段文本</translation>
    </message>
    <message>
        <source>Model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>columns of X</source>
        <translation>X 的列数</translation>
    </message>
    <message>
        <source>How many numbers stand for one token. Changes every array.</source>
        <translation>用多少个数表示一个词元。会改变所有数组。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>个头</translation>
    </message>
    <message>
        <source>How many attention maps are computed side by side.</source>
        <translation>并排计算多少张注意力图。</translation>
    </message>
    <message>
        <source>Width of queries and keys</source>
        <translation>查询和键的宽度</translation>
    </message>
    <message>
        <source>columns a head</source>
        <translation>每个头的列数</translation>
    </message>
    <message>
        <source>How long the vectors are whose dot products are the scores. Scores spread as √d_k.</source>
        <translation>点积得到分数的向量有多长。分数的离散程度随 √d_k 增长。</translation>
    </message>
    <message>
        <source>Width of values</source>
        <translation>值的宽度</translation>
    </message>
    <message>
        <source>How much each head hands on. Changes V, context and concat.</source>
        <translation>每个头传递多少内容。会改变 V、上下文和拼接。</translation>
    </message>
    <message>
        <source>Base of the positional encoding</source>
        <translation>位置编码的底数</translation>
    </message>
    <message>
        <source>no unit, 10000 is usual</source>
        <translation>无单位，通常为 10000</translation>
    </message>
    <message>
        <source>A larger base stretches the slow waves: wavelengths run from 2π to 2π·base.</source>
        <translation>底数越大，慢波越长：波长从 2π 到 2π·底数。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Share of the weights that are set to 0; the rest is divided by 1 − p.</source>
        <translation>被置为 0 的权重比例；其余除以 1 − p。</translation>
    </message>
    <message>
        <source>Locked: d_k and d_v follow d_model / H. Moving d_k or d_v by hand unlocks them.</source>
        <translation>锁定：d_k 和 d_v 跟随 d_model / H。手动改动 d_k 或 d_v 即解锁。</translation>
    </message>
    <message>
        <source>d_k follows d_model / H</source>
        <translation>d_k 跟随 d_model / H</translation>
    </message>
    <message>
        <source>Values from W_K too (share K and V)</source>
        <translation>值也由 W_K 得到（K、V 共享）</translation>
    </message>
    <message>
        <source>V is made by W_K and b_K. Needs d_k = d_v.</source>
        <translation>V 由 W_K 和 b_K 得到，要求 d_k = d_v。</translation>
    </message>
    <message>
        <source>What raw scores are multiplied by before the softmax.</source>
        <translation>softmax 之前原始分数所乘的系数。</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放系数</translation>
    </message>
    <message>
        <source>Add the positional encoding</source>
        <translation>加入位置编码</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>A query sees no key that comes after it.</source>
        <translation>查询看不到它之后的键。</translation>
    </message>
    <message>
        <source>from the bottom right</source>
        <translation>从右下角对齐</translation>
    </message>
    <message>
        <source>from the top left</source>
        <translation>从左上角对齐</translation>
    </message>
    <message>
        <source>Where the diagonal ends when queries and keys differ in number.</source>
        <translation>查询与键数目不同时对角线止于何处。</translation>
    </message>
    <message>
        <source>Alignment of the causal mask</source>
        <translation>因果掩码的对齐方式</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Hides the places that fill up shorter sequences.</source>
        <translation>隐藏补齐较短序列的位置。</translation>
    </message>
    <message>
        <source>The session&apos;s own mask</source>
        <translation>会话自带的掩码</translation>
    </message>
    <message>
        <source>applied</source>
        <translation>施加方式</translation>
    </message>
    <message>
        <source>The first way is right, the others are the mistakes people make.</source>
        <translation>第一种是正确的，其余是人们常犯的错误。</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>填充值</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>自定数值</translation>
    </message>
    <message>
        <source>What hidden scores become before the softmax.</source>
        <translation>softmax 之前被隐藏的分数变成什么。</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>填充值</translation>
    </message>
    <message>
        <source>empty rows</source>
        <translation>空行</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>零</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>What a row without a visible key becomes.</source>
        <translation>没有可见键的行变成什么。</translation>
    </message>
    <message>
        <source>dropout seed</source>
        <translation>Dropout 种子</translation>
    </message>
    <message>
        <source>normalise</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>no</source>
        <translation>不做</translation>
    </message>
    <message>
        <source>the whole row</source>
        <translation>整行</translation>
    </message>
    <message>
        <source>each head</source>
        <translation>每个头</translation>
    </message>
    <message>
        <source>LayerNorm of the concatenated heads, before W_O.</source>
        <translation>在 W_O 之前对拼接后的各头做 LayerNorm。</translation>
    </message>
    <message>
        <source>Xavier uniform</source>
        <translation>Xavier 均匀</translation>
    </message>
    <message>
        <source>Xavier normal</source>
        <translation>Xavier 正态</translation>
    </message>
    <message>
        <source>Kaiming uniform</source>
        <translation>Kaiming 均匀</translation>
    </message>
    <message>
        <source>Kaiming normal</source>
        <translation>Kaiming 正态</translation>
    </message>
    <message>
        <source>He by d_k</source>
        <translation>按 d_k 的 He</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>正态</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>PyTorch Linear</source>
        <translation>PyTorch Linear</translation>
    </message>
    <message>
        <source>PyTorch MHA</source>
        <translation>PyTorch MHA</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>单位阵</translation>
    </message>
    <message>
        <source>orthogonal</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>as brought in</source>
        <translation>按导入的数值</translation>
    </message>
    <message>
        <source>How this array is drawn from the seed.</source>
        <translation>如何由种子生成此数组。</translation>
    </message>
    <message>
        <source>Deviation, half-width or constant.</source>
        <translation>标准差、半宽或常数。</translation>
    </message>
    <message>
        <source>Change the text</source>
        <translation>修改文本</translation>
    </message>
    <message>
        <source>Change the other sequence</source>
        <translation>修改另一个序列</translation>
    </message>
    <message>
        <source>Attend to the text itself</source>
        <translation>注意文本自身</translation>
    </message>
    <message>
        <source>Set %1 to %2</source>
        <translation>将 %1 设为 %2</translation>
    </message>
    <message>
        <source>Lock d_k to d_model / H</source>
        <translation>将 d_k 锁定为 d_model / H</translation>
    </message>
    <message>
        <source>Unlock d_k</source>
        <translation>解锁 d_k</translation>
    </message>
    <message>
        <source>Share keys and values</source>
        <translation>共享键和值</translation>
    </message>
    <message>
        <source>Separate keys and values</source>
        <translation>分开键和值</translation>
    </message>
    <message>
        <source>Scale: %1</source>
        <translation>缩放：%1</translation>
    </message>
    <message>
        <source>Set the scale to %1</source>
        <translation>将缩放系数设为 %1</translation>
    </message>
    <message>
        <source>Switch the positional encoding on</source>
        <translation>打开位置编码</translation>
    </message>
    <message>
        <source>Switch the positional encoding off</source>
        <translation>关闭位置编码</translation>
    </message>
    <message>
        <source>Mask the future</source>
        <translation>遮住未来</translation>
    </message>
    <message>
        <source>Show the future</source>
        <translation>显示未来</translation>
    </message>
    <message>
        <source>Mask the padding</source>
        <translation>遮住填充</translation>
    </message>
    <message>
        <source>Show the padding</source>
        <translation>显示填充</translation>
    </message>
    <message>
        <source>Use the painted mask</source>
        <translation>使用自带掩码</translation>
    </message>
    <message>
        <source>Leave the painted mask out</source>
        <translation>不用自带掩码</translation>
    </message>
    <message>
        <source>Change where the causal mask starts</source>
        <translation>改变因果掩码的对齐</translation>
    </message>
    <message>
        <source>Mask: %1</source>
        <translation>掩码：%1</translation>
    </message>
    <message>
        <source>Fill hidden scores with %1</source>
        <translation>用 %1 填充隐藏的分数</translation>
    </message>
    <message>
        <source>Empty rows: zero</source>
        <translation>空行：零</translation>
    </message>
    <message>
        <source>Empty rows: NaN</source>
        <translation>空行：NaN</translation>
    </message>
    <message>
        <source>Normalise: %1</source>
        <translation>归一化：%1</translation>
    </message>
    <message>
        <source>Set the dropout seed to %1</source>
        <translation>将 Dropout 种子设为 %1</translation>
    </message>
    <message>
        <source>Draw %1: %2</source>
        <translation>生成 %1：%2</translation>
    </message>
    <message>
        <source>locked: d_k = d_v = D / H</source>
        <translation>锁定：d_k = d_v = D / H</translation>
    </message>
    <message>
        <source>free: d_k and d_v by hand</source>
        <translation>自由：手动设定 d_k 和 d_v</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ExamplesDialog</name>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ExportDialog</name>
    <message>
        <source>Export pictures</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>&amp;This view</source>
        <translation>此视图(&amp;T)</translation>
    </message>
    <message numerus="yes">
        <source>All &amp;heads (%n)</source>
        <translation>
            <numerusform>所有头（%n）(&amp;H)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All &amp;stages (%n)</source>
        <translation>
            <numerusform>所有阶段（%n）(&amp;S)</numerusform>
        </translation>
    </message>
    <message>
        <source>PNG (pixels)</source>
        <translation>PNG（像素）</translation>
    </message>
    <message>
        <source>SVG (vector)</source>
        <translation>SVG（矢量）</translation>
    </message>
    <message>
        <source>PDF (vector)</source>
        <translation>PDF（矢量）</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>units of 1/96 inch, at</source>
        <translation>单位 1/96 英寸，分辨率</translation>
    </message>
    <message>
        <source>as in the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>white</source>
        <translation>白色</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>transparent</source>
        <translation>透明</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>{head}, {stage} and {batch} are replaced</source>
        <translation>{head}、{stage} 和 {batch} 会被替换</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>&amp;Background</source>
        <translation>背景(&amp;B)</translation>
    </message>
    <message>
        <source>Font si&amp;ze</source>
        <translation>字号(&amp;Z)</translation>
    </message>
    <message>
        <source>T&amp;itle</source>
        <translation>标题(&amp;I)</translation>
    </message>
    <message>
        <source>F&amp;older</source>
        <translation>文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>File &amp;name</source>
        <translation>文件名(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Copy image</source>
        <translation>复制图像(&amp;C)</translation>
    </message>
    <message>
        <source>%1, %2 files: %3 …</source>
        <translation>%1，%2 个文件：%3 …</translation>
    </message>
    <message>
        <source>Several pictures would get the same name; put {head} or {stage} into it.</source>
        <translation>多张图片会重名；请在文件名中加入 {head} 或 {stage}。</translation>
    </message>
    <message>
        <source>Folder for the pictures</source>
        <translation>图片文件夹</translation>
    </message>
    <message>
        <source>%1 × %2 cm</source>
        <translation>%1 × %2 厘米</translation>
    </message>
    <message>
        <source>%1 × %2 pixels, %3</source>
        <translation>%1 × %2 像素，%3</translation>
    </message>
    <message>
        <source>Replace files?</source>
        <translation>替换文件？</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) already exist: %1</source>
        <translation>
            <numerusform>已有 %n 个文件存在：%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::FigureView</name>
    <message>
        <source>Figure</source>
        <translation>图</translation>
    </message>
    <message>
        <source>row max</source>
        <translation>行最大</translation>
    </message>
    <message>
        <source>row min</source>
        <translation>行最小</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <source>hidden by the mask</source>
        <translation>被掩码隐藏</translation>
    </message>
    <message>
        <source>row without a visible key</source>
        <translation>没有可见键的行</translation>
    </message>
    <message>
        <source>row {row}, column {column}: {value}</source>
        <translation>行 {row}，列 {column}：{value}</translation>
    </message>
    <message>
        <source>row {row} attends to column {column}: {value}</source>
        <translation>行 {row} 注意列 {column}：{value}</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MainWindow</name>
    <message>
        <source>untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Choose a stage above, change numbers at the left, point at cells below; more under File ▸ Start page.</source>
        <translation>在上方选择阶段，在左侧改变数值，在下方指向单元格；更多内容见 文件 ▸ 起始页。</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Set the seed to %1</source>
        <translation>将种子设为 %1</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Start page…</source>
        <translation>起始页…</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>示例(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>This picture as PNG, SVG or PDF (Ctrl+E)</source>
        <translation>将此图存为 PNG、SVG 或 PDF（Ctrl+E）</translation>
    </message>
    <message>
        <source>&amp;Copy Image</source>
        <translation>复制图像(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>&amp;Free the Locked Cell</source>
        <translation>释放锁定的单元格(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Draw Again with the Next Seed</source>
        <translation>用下一个种子重新生成(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Controls</source>
        <translation>控制</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Where Things Are</source>
        <translation>界面指引(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;About Attnscope</source>
        <translation>关于 Attnscope(&amp;A)</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>关于 &amp;Qt</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>All start values are drawn from this number</source>
        <translation>所有初始值都由此数生成</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Cannot open %1: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>Open a session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>Sessions (*.attn *.npz *.json);;All files (*)</source>
        <translation>会话 (*.attn *.npz *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Sessions (*.attn)</source>
        <translation>会话 (*.attn)</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>About Attnscope</source>
        <translation>关于 Attnscope</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Attnscope %1&lt;/h3&gt;&lt;p&gt;Every stage of attention, computed and seen.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later, without any warranty. It uses Qt, QCustomPlot (GPL), Eigen, libzip, nlohmann-json and OpenCL.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Attnscope %1&lt;/h3&gt;&lt;p&gt;注意力的每个阶段，算得出，看得见。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本，不提供任何担保。使用了 Qt、QCustomPlot（GPL）、Eigen、libzip、nlohmann-json 和 OpenCL。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>将更改保存到 %1？</translation>
    </message>
    <message>
        <source>&amp;Look for devices again</source>
        <translation>重新查找设备(&amp;L)</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MasksView</name>
    <message>
        <source>Fill hidden scores with %1</source>
        <translation>用 %1 填充隐藏的分数</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>填充值</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>填充值</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MessageBar</name>
    <message>
        <source>less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>more</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::NumberControl</name>
    <message>
        <source>Back to %1</source>
        <translation>恢复为 %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::PositionsView</name>
    <message>
        <source>Set %1 to %2</source>
        <translation>将 %1 设为 %2</translation>
    </message>
    <message>
        <source>PE · position %1 · column %2 · %3</source>
        <translation>PE · 位置 %1 · 第 %2 列 · %3</translation>
    </message>
    <message>
        <source>PE·PEᵀ · positions %1 and %2 · %3</source>
        <translation>PE·PEᵀ · 位置 %1 和 %2 · %3</translation>
    </message>
    <message>
        <source>%1 · without PE %2</source>
        <translation>%1 · 无 PE 时 %2</translation>
    </message>
    <message>
        <source>Base of the positional encoding</source>
        <translation>位置编码的底数</translation>
    </message>
    <message>
        <source>no unit, 10000 is usual</source>
        <translation>无单位，通常为 10000</translation>
    </message>
    <message>
        <source>A larger base stretches the slow waves only.</source>
        <translation>底数越大，只有慢波被拉长。</translation>
    </message>
    <message>
        <source>Positions shown</source>
        <translation>显示的位置数</translation>
    </message>
    <message>
        <source>length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>个位置</translation>
    </message>
    <message>
        <source>How many positions the pictures show. Changes no attention.</source>
        <translation>图中显示多少个位置，不改变注意力。</translation>
    </message>
    <message>
        <source>Pair of columns</source>
        <translation>列对</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>列对</translation>
    </message>
    <message>
        <source>pair of columns 2i, 2i+1</source>
        <translation>列 2i、2i+1 组成的对</translation>
    </message>
    <message>
        <source>Which sine and cosine are drawn as curves.</source>
        <translation>把哪一对正弦和余弦画成曲线。</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ReadoutBar</name>
    <message>
        <source>free (Esc)</source>
        <translation>释放 (Esc)</translation>
    </message>
    <message>
        <source>Free the locked cell</source>
        <translation>释放锁定的单元格</translation>
    </message>
    <message>
        <source>Cell under the pointer</source>
        <translation>指针下的单元格</translation>
    </message>
    <message>
        <source>Locked cell</source>
        <translation>锁定的单元格</translation>
    </message>
    <message>
        <source>Point at a cell for its value · click locks it · Ctrl-click adds · arrows walk</source>
        <translation>指向单元格查看数值 · 单击锁定 · Ctrl+单击添加 · 方向键移动</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::StatusPanel</name>
    <message>
        <source>sequence %1, head %2, query %3</source>
        <translation>序列 %1，头 %2，查询 %3</translation>
    </message>
    <message>
        <source>The engine that computed what is shown</source>
        <translation>计算当前显示内容的引擎</translation>
    </message>
    <message>
        <source>preparing the device…</source>
        <translation>正在准备设备…</translation>
    </message>
    <message>
        <source>reference engine stands in</source>
        <translation>由参考引擎代替</translation>
    </message>
    <message>
        <source>%1 ms · frame %2 ms</source>
        <translation>%1 ms · 帧 %2 ms</translation>
    </message>
    <message>
        <source>Computing alone, and from the change to the painted picture</source>
        <translation>单独的计算时间，以及从改动到画面绘出的时间</translation>
    </message>
    <message>
        <source>too large to compare by the way</source>
        <translation>过大，未顺带比较</translation>
    </message>
    <message>
        <source>engine vs reference %1</source>
        <translation>引擎与参考相差 %1</translation>
    </message>
    <message>
        <source>differs from the reference: %1</source>
        <translation>与参考不符：%1</translation>
    </message>
    <message>
        <source>Largest |Δ| of each stage:</source>
        <translation>各阶段最大的 |Δ|：</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) without a visible key</source>
        <translation>
            <numerusform>%n 行没有可见的键</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n NaN</source>
        <translation>
            <numerusform>%n 个 NaN</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n infinite</source>
        <translation>
            <numerusform>%n 个无穷</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ViewBar</name>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Raw scores, scores, masked scores and weights of one head side by side</source>
        <translation>并排显示一个头的原始分数、分数、掩码后的分数和权重</translation>
    </message>
    <message>
        <source>Margins</source>
        <translation>边栏</translation>
    </message>
    <message>
        <source>Entropy of each row at the right, mean of each key below, where one or two heads are shown</source>
        <translation>右侧为每行的熵，下方为每个键的均值（显示一两个头时）</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Values in the cells where there is room</source>
        <translation>空间足够时在单元格内显示数值</translation>
    </message>
    <message>
        <source>colours by stage</source>
        <translation>按阶段配色</translation>
    </message>
    <message>
        <source>viridis</source>
        <translation>viridis</translation>
    </message>
    <message>
        <source>cividis</source>
        <translation>cividis</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>blue–red</source>
        <translation>蓝–红</translation>
    </message>
    <message>
        <source>purple–green</source>
        <translation>紫–绿</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>one range</source>
        <translation>统一范围</translation>
    </message>
    <message>
        <source>range per head</source>
        <translation>每头范围</translation>
    </message>
    <message>
        <source>fixed range</source>
        <translation>固定范围</translation>
    </message>
    <message>
        <source>Colour range</source>
        <translation>颜色范围</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>per row</source>
        <translation>按行</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>颜色标度</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Lower end</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>Upper end</source>
        <translation>上限</translation>
    </message>
</context>
</TS>
