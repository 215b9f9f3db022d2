<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Calculator</name>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="54"/>
        <source>Parameters of one layer</source>
        <translation>一层的参数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="70"/>
        <source>all of the layer</source>
        <translation>整层</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="75"/>
        <source>Stages of one layer, forward</source>
        <translation>一层的各阶段，前向</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="80"/>
        <source>all kept</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="85"/>
        <source>instead of the maps, when tiled</source>
        <translation>分块计算时，代替各图</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="93"/>
        <source>Whole model, all layers</source>
        <translation>整个模型，所有层</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="94"/>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="96"/>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="98"/>
        <source>every stage of every layer</source>
        <translation>每层的每个阶段</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="104"/>
        <source>parameters, gradients, optimiser</source>
        <translation>参数、梯度、优化器</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="105"/>
        <source>2 of %1, 1 + %2 of 4 bytes each</source>
        <translation>2 份 %1，另 1 + %2 份各 4 字节</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="106"/>
        <source>2 of %1, %2 of 4 bytes each</source>
        <translation>2 份 %1，另 %2 份各 4 字节</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="110"/>
        <source>inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="111"/>
        <source>all but other layers&apos; stages</source>
        <translation>除其他层的阶段以外的一切</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="116"/>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="116"/>
        <source>all but the KV cache</source>
        <translation>除 KV 缓存以外的一切</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="128"/>
        <source>H_kv = %1 is more than H = %2: a head of queries reads one head of keys. At most %2 will do.</source>
        <translation>H_kv = %1 大于 H = %2：一个查询头只读一个键头。至多 %2。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="138"/>
        <source>H = %1 heads cannot share H_kv = %2 evenly: %3 or %4 will do.</source>
        <translation>H = %1 个头不能平分 H_kv = %2：可用 %3 或 %4。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="142"/>
        <source>K and V are shared, so d_k = %1 and d_v = %2 must be equal: set d_v to %1.</source>
        <translation>K 与 V 共用，因此 d_k = %1 与 d_v = %2 必须相等：请将 d_v 设为 %1。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="166"/>
        <source>How much memory %1 has is not known.</source>
        <translation>不知道 %1 有多少内存。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="168"/>
        <source>%1 takes %2 (%3): it fits.</source>
        <translation>%1 需要 %2（%3）：放得下。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="170"/>
        <source>%1 takes %2 (%3): it does not fit.</source>
        <translation>%1 需要 %2（%3）：放不下。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="173"/>
        <source>%1 has %2.</source>
        <translation>%1 有 %2。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="174"/>
        <source>Inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="176"/>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_table.cpp" line="183"/>
        <location filename="../../ui/panels/calculator_table.cpp" line="198"/>
        <source>too large to say</source>
        <translation>大得无法表示</translation>
    </message>
</context>
<context>
    <name>CellText</name>
    <message>
        <location filename="../../ui/cell_text.cpp" line="31"/>
        <source>NaN (not a number)</source>
        <translation>NaN（非数）</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="33"/>
        <source>−∞ (minus infinity)</source>
        <translation>−∞（负无穷）</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="33"/>
        <source>∞ (infinity)</source>
        <translation>∞（无穷）</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="46"/>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="49"/>
        <location filename="../../ui/cell_text.cpp" line="58"/>
        <source>key %1%2</source>
        <translation>键 %1%2</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="50"/>
        <location filename="../../ui/cell_text.cpp" line="83"/>
        <source>query %1%2</source>
        <translation>查询 %1%2</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="55"/>
        <location filename="../../ui/cell_text.cpp" line="76"/>
        <location filename="../../ui/cell_text.cpp" line="82"/>
        <location filename="../../ui/cell_text.cpp" line="94"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="65"/>
        <source>visible</source>
        <translation>可见</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="65"/>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="70"/>
        <source>this row sees no key</source>
        <translation>此行看不到任何键</translation>
    </message>
    <message>
        <location filename="../../ui/cell_text.cpp" line="76"/>
        <location filename="../../ui/cell_text.cpp" line="92"/>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
</context>
<context>
    <name>ChecklistText</name>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="26"/>
        <source>factor of the scores: %1</source>
        <translation>分数的系数：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="28"/>
        <source>largest difference from a softmax of the masked scores: %1</source>
        <translation>与掩码后分数的 softmax 的最大差：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="30"/>
        <source>largest error of a sum: %1</source>
        <translation>行和的最大误差：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="32"/>
        <source>numbers in a query: %1</source>
        <translation>一个查询中数的个数：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="34"/>
        <source>H·d_v: %1</source>
        <translation>H·d_v：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="36"/>
        <source>NaN or ∞: %1</source>
        <translation>NaN 或 ∞：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="38"/>
        <source>rows without a visible key: %1</source>
        <translation>没有可见键的行：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="40"/>
        <source>smallest of ‖dQ‖, ‖dK‖, ‖dV‖: %1</source>
        <translation>‖dQ‖、‖dK‖、‖dV‖ 中最小者：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="42"/>
        <source>largest weight of a hidden key: %1</source>
        <translation>被隐藏键的最大权重：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="45"/>
        <source>largest change of an output that must not change: %1</source>
        <translation>不该改变的输出的最大改变：%1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="55"/>
        <source>no key is hidden</source>
        <translation>没有键被隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="56"/>
        <source>the masked scores were not kept</source>
        <translation>没有保留掩码后的分数</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="58"/>
        <source>no query sees a key</source>
        <translation>没有查询能看到键</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="61"/>
        <source>no loss is chosen, so nothing flows back</source>
        <translation>没有选择损失，因此没有梯度回传</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="62"/>
        <source>measured once nothing moves</source>
        <translation>一切静止后测量</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="64"/>
        <source>no causal mask is on</source>
        <translation>没有启用因果掩码</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="65"/>
        <source>measured once nothing moves, if it is not too large or has a key to hide</source>
        <translation>一切静止后测量，前提是规模不太大或有键可藏</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="69"/>
        <source>there is one sequence only</source>
        <translation>只有一个序列</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="70"/>
        <source>measured once nothing moves, if it is not too large</source>
        <translation>一切静止后测量，前提是规模不太大</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="72"/>
        <source>it is not in this session</source>
        <translation>此会话中没有</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="125"/>
        <source>Divided by √d_k</source>
        <translation>除以 √d_k</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="127"/>
        <source>Mask before the softmax</source>
        <translation>掩码在 softmax 之前</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="129"/>
        <source>Rows sum to 1</source>
        <translation>各行之和为 1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="131"/>
        <source>d_q = d_k</source>
        <translation>d_q = d_k</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="133"/>
        <source>d_v fits W_O</source>
        <translation>d_v 与 W_O 相配</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="135"/>
        <source>All numbers finite</source>
        <translation>所有数都有限</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="137"/>
        <source>No empty row</source>
        <translation>没有空行</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="139"/>
        <source>Gradients reach Q, K, V</source>
        <translation>梯度到达 Q、K、V</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="141"/>
        <source>Hidden weights exactly 0</source>
        <translation>被隐藏的权重恰为 0</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="143"/>
        <source>The future does not leak</source>
        <translation>未来不泄漏</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="145"/>
        <source>The batch does not leak</source>
        <translation>批次之间不泄漏</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="153"/>
        <source>Scores of d_k products have a deviation of √d_k. Undivided they saturate the softmax, and no gradient comes through.</source>
        <translation>d_k 个乘积之和的分数，其标准差为 √d_k。不除以它，softmax 就会饱和，梯度传不过来。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="156"/>
        <source>A mask after the softmax takes weight away that nobody gets back: the weights must be a softmax of the masked scores.</source>
        <translation>softmax 之后的掩码拿走权重，却没有谁得到它：权重必须是掩码后分数的 softmax。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="159"/>
        <source>A row is a distribution over the keys. This alone misses a mask that is absent, inverted or off by one.</source>
        <translation>一行是键上的一个分布。只凭这一项查不出掩码缺失、颠倒或错一位。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="162"/>
        <source>A query and a key are multiplied number by number, so they are equally long.</source>
        <translation>查询与键逐数相乘，所以两者一样长。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="165"/>
        <source>The heads&apos; values side by side are what W_O reads.</source>
        <translation>W_O 读入的是各头的值并排而成的向量。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="167"/>
        <source>One NaN spreads to every output that sees it. The −∞ of the mask itself is meant and not counted.</source>
        <translation>一个 NaN 会扩散到所有看得到它的输出。掩码自身的 −∞ 是有意的，不计在内。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="170"/>
        <source>A query that may see no key has no softmax: 0/0.</source>
        <translation>看不到任何键的查询没有 softmax：0/0。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="172"/>
        <source>What no gradient reaches does not learn.</source>
        <translation>梯度到不了的地方学不到东西。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="174"/>
        <source>A small weight on a hidden key is still a leak; a fill of −10⁴ or a score of 0 leaves one.</source>
        <translation>被隐藏的键上即使很小的权重也是泄漏；以 −10⁴ 填充或把分数置 0 都会留下它。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="177"/>
        <source>Another last key and value must change no earlier output. The reference computes the pass again to see it.</source>
        <translation>换掉最后一个键和值，不得改变更早的输出。参考引擎重算一遍来检查。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="180"/>
        <source>Another sequence must change no output of this one: a softmax over the batch keeps its sums and fails here. The reference computes the pass again to see it.</source>
        <translation>换掉另一个序列，不得改变这一个的输出：沿批次做的 softmax 行和仍对，却在这里失败。参考引擎重算一遍来检查。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="191"/>
        <source>not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="239"/>
        <source>none: as it should be</source>
        <translation>无：正确的做法</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="241"/>
        <source>mask after the softmax</source>
        <translation>掩码在 softmax 之后</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="243"/>
        <source>no mask</source>
        <translation>没有掩码</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="245"/>
        <source>inverted mask</source>
        <translation>掩码颠倒</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="247"/>
        <source>mask off by one</source>
        <translation>掩码错一位</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="249"/>
        <source>diagonal hidden too</source>
        <translation>对角线也被隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="251"/>
        <source>softmax over the queries</source>
        <translation>沿查询做 softmax</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="253"/>
        <source>hidden scores set to 0</source>
        <translation>被隐藏的分数置 0</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="255"/>
        <source>not divided by √d_k</source>
        <translation>未除以 √d_k</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="257"/>
        <source>batch and length exchanged</source>
        <translation>批次与长度对调</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="265"/>
        <source>Causal attention as it is meant.</source>
        <translation>正确的因果注意力。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="267"/>
        <source>Weights are multiplied by 0 or 1, and rows no longer sum to 1.</source>
        <translation>权重乘以 0 或 1，各行之和不再为 1。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="269"/>
        <source>Every query sees the future.</source>
        <translation>每个查询都看得到未来。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="271"/>
        <source>Visible and hidden are exchanged: queries see the future alone.</source>
        <translation>可见与隐藏对调：查询只看得到未来。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="273"/>
        <source>j ≤ i + 1: each query sees the very word that it is to predict.</source>
        <translation>j ≤ i + 1：每个查询都看得到它要预测的那个词。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="275"/>
        <source>j &lt; i: the first query sees nothing.</source>
        <translation>j &lt; i：第一个查询什么也看不到。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="277"/>
        <source>The softmax runs down the columns.</source>
        <translation>softmax 沿列进行。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="279"/>
        <source>exp(0) = 1: hidden keys keep a weight.</source>
        <translation>exp(0) = 1：被隐藏的键仍有权重。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="281"/>
        <source>The scores are √d_k times as large.</source>
        <translation>分数是原来的 √d_k 倍。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="283"/>
        <source>Sequences attend to each other at each position.</source>
        <translation>各序列在同一位置上互相注意。</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="291"/>
        <source>q·k/√d_k</source>
        <translation>q·k/√d_k</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="293"/>
        <source>rows sum to 1</source>
        <translation>各行和为 1</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="295"/>
        <source>hidden = 0</source>
        <translation>隐藏 = 0</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="297"/>
        <source>no NaN</source>
        <translation>无 NaN</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="299"/>
        <source>future stays</source>
        <translation>未来不变</translation>
    </message>
    <message>
        <location filename="../../ui/checklist_text.cpp" line="301"/>
        <source>batch stays</source>
        <translation>批次不变</translation>
    </message>
</context>
<context>
    <name>Claims</name>
    <message>
        <location filename="../../ui/claims.cpp" line="60"/>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <location filename="../../ui/claims.cpp" line="62"/>
        <source>half right</source>
        <translation>半对</translation>
    </message>
    <message>
        <location filename="../../ui/claims.cpp" line="64"/>
        <source>wrong</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>ColourScale</name>
    <message>
        <location filename="../../ui/plot/colour_scale.cpp" line="172"/>
        <source>hidden by the mask</source>
        <translation>被掩码隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/plot/colour_scale.cpp" line="174"/>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <location filename="../../ui/plot/colour_scale.cpp" line="180"/>
        <source>row without a visible key</source>
        <translation>没有可见键的行</translation>
    </message>
    <message>
        <location filename="../../ui/plot/colour_scale.cpp" line="182"/>
        <source>≤ 0, no logarithm</source>
        <translation>≤ 0，无对数</translation>
    </message>
    <message>
        <location filename="../../ui/plot/colour_scale.cpp" line="184"/>
        <source>visible</source>
        <translation>可见</translation>
    </message>
    <message>
        <location filename="../../ui/plot/colour_scale.cpp" line="186"/>
        <source>hidden: causal</source>
        <translation>隐藏：因果</translation>
    </message>
    <message>
        <location filename="../../ui/plot/colour_scale.cpp" line="188"/>
        <source>hidden: padding</source>
        <translation>隐藏：填充</translation>
    </message>
    <message>
        <location filename="../../ui/plot/colour_scale.cpp" line="190"/>
        <source>hidden: painted</source>
        <translation>隐藏：手绘</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <location filename="../../ui/error_text.cpp" line="32"/>
        <source>There is nothing to attend to: type at least one word.</source>
        <translation>没有可注意的内容：请至少输入一个词。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="35"/>
        <source>The number of heads is %1, but there must be at least one.</source>
        <translation>头数为 %1，但至少要有一个。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="40"/>
        <source>%1 is %2, but must be at least 1.</source>
        <translation>%1 为 %2，但至少应为 1。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="44"/>
        <source>Shared keys and values come from one projection, so d_k and d_v must be equal, but d_k is %1 and d_v is %2.</source>
        <translation>共享的键和值来自同一个投影，d_k 与 d_v 必须相等，但 d_k 为 %1，d_v 为 %2。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="50"/>
        <source>%1 has the shape %2, but the settings ask for %3: bring in an array of that shape, or change the settings.</source>
        <translation>%1 的形状为 %2，而设置要求 %3：请导入该形状的数组，或修改设置。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="56"/>
        <source>The array %1 is missing.</source>
        <translation>缺少数组 %1。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="60"/>
        <source>%1 cannot be %2.</source>
        <translation>%1 不能为 %2。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="64"/>
        <source>These sizes would take %1, but there is only %2: use fewer heads, smaller widths or a shorter text.</source>
        <translation>这样的尺寸需要 %1，但只有 %2：请减少头数、缩小宽度或缩短文本。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="69"/>
        <source>These sizes would take %1: use fewer heads, smaller widths or a shorter text.</source>
        <translation>这样的尺寸需要 %1：请减少头数、缩小宽度或缩短文本。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="74"/>
        <source>This scaling takes the deviation over all scores, but there is only one: choose 1/√d_k, or type a longer text.</source>
        <translation>这种缩放要取所有分数的标准差，但只有一个分数：请选择 1/√d_k，或输入更长的文本。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="97"/>
        <source>No OpenCL device can be used: %1</source>
        <translation>没有可用的 OpenCL 设备：%1</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="100"/>
        <source>The device&apos;s compiler refused a kernel: %1</source>
        <translation>设备的编译器拒绝了一个内核：%1</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="101"/>
        <source>The device&apos;s compiler refused the kernel %1: %2</source>
        <translation>设备的编译器拒绝了内核 %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="104"/>
        <source>Not enough memory: %1</source>
        <translation>内存不足：%1</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="106"/>
        <source>The device failed: %1</source>
        <translation>设备出错：%1</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="108"/>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="122"/>
        <source>Cannot open %1: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="124"/>
        <source>Cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="126"/>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/error_text.cpp" line="134"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等，另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="136"/>
        <source>these arrays are none of a session&apos;s and were passed over: %1</source>
        <translation>下列数组不属于会话，已忽略：%1</translation>
    </message>
    <message>
        <location filename="../../ui/error_text.cpp" line="137"/>
        <source>these keys are none of a session&apos;s and were passed over: %1</source>
        <translation>下列键不属于会话，已忽略：%1</translation>
    </message>
</context>
<context>
    <name>ExplainText</name>
    <message numerus="yes">
        <location filename="../../ui/explain_text.cpp" line="160"/>
        <source>sum of %n term(s)</source>
        <translation>
            <numerusform>%n 项之和</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/explain_text.cpp" line="161"/>
        <source>largest of %n</source>
        <translation>
            <numerusform>%n 项中最大者</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="176"/>
        <source>term</source>
        <translation>项</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="177"/>
        <source>sum so far</source>
        <translation>至此之和</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="178"/>
        <source>largest so far</source>
        <translation>至此最大</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="205"/>
        <source>left out</source>
        <translation>略去</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/explain_text.cpp" line="227"/>
        <source>… %n more term(s)</source>
        <translation>
            <numerusform>… 还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="229"/>
        <source>show fewer terms</source>
        <translation>收起部分项</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/explain_text.cpp" line="239"/>
        <source>%n further term(s) together</source>
        <translation>
            <numerusform>其余 %n 项合计</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="261"/>
        <source>Weights that dropout keeps</source>
        <translation>dropout 保留的权重</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="263"/>
        <source>Painted mask</source>
        <translation>绘制的掩码</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="265"/>
        <source>Lengths of the sequences</source>
        <translation>各序列的长度</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="314"/>
        <source>Nothing computes it: it was put in.</source>
        <translation>它不是算出来的：是放进去的。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="316"/>
        <source>It follows from the settings alone.</source>
        <translation>它只由设置决定。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="318"/>
        <source>The backward pass begins here, with the loss that was chosen.</source>
        <translation>反向传播由此开始，损失是所选的那个。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="320"/>
        <source>No mask is on: every key is visible.</source>
        <translation>没有启用掩码：每个键都可见。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="322"/>
        <source>The causal mask hides this key from this query.</source>
        <translation>因果掩码对此查询隐藏了这个键。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="324"/>
        <source>This key is padding, which is hidden.</source>
        <translation>这个键是填充，因此被隐藏。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="326"/>
        <source>The painted mask hides this key from this query.</source>
        <translation>绘制的掩码对此查询隐藏了这个键。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="328"/>
        <source>Hidden keys are left out, whatever stands behind them.</source>
        <translation>被隐藏的键略去，无论其后是什么。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="330"/>
        <source>Hidden, but the way the mask is applied does not hide it.</source>
        <translation>被隐藏，但所选的掩码施加方式藏不住它。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="332"/>
        <source>The mask is applied after the softmax, to the weights.</source>
        <translation>掩码在 softmax 之后施加于权重。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="334"/>
        <source>This query sees no key: 0 by the setting for empty rows.</source>
        <translation>此查询看不到任何键：按空行的设置取 0。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="336"/>
        <source>This query sees no key: the formula gives no number.</source>
        <translation>此查询看不到任何键：公式给不出数。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="338"/>
        <source>This query sees no key: every score of it is the fill, so that the weights look like real attention.</source>
        <translation>此查询看不到任何键：它的每个分数都是填充值，于是权重看上去像真正的注意力。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="341"/>
        <source>No weight is left in this row, so it is not divided.</source>
        <translation>此行没有剩下任何权重，因此不做除法。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="343"/>
        <source>No dropout is on: it passes unchanged.</source>
        <translation>没有启用 dropout：原样通过。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="345"/>
        <source>Dropout took this weight away.</source>
        <translation>dropout 去掉了此权重。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="347"/>
        <source>The positional encoding is off.</source>
        <translation>位置编码已关闭。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="349"/>
        <source>W_K makes the values too.</source>
        <translation>W_K 也用来生成值。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="351"/>
        <source>The score is replaced, so it has no part in what follows.</source>
        <translation>此分数已被替换，因此不参与后面的计算。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="353"/>
        <source>The deviation in the scale counts as a constant here.</source>
        <translation>缩放中的标准差在此当作常数。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="355"/>
        <source>The result is not a number (NaN).</source>
        <translation>结果不是数（NaN）。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="357"/>
        <source>The result is infinite.</source>
        <translation>结果为无穷。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="359"/>
        <source>An operand is NaN or infinite: follow it to where it began.</source>
        <translation>有一个操作数是 NaN 或无穷：顺着它找到源头。</translation>
    </message>
    <message>
        <location filename="../../ui/explain_text.cpp" line="361"/>
        <source>What it is computed from is not here yet.</source>
        <translation>计算它所需的数还没有到。</translation>
    </message>
</context>
<context>
    <name>Faults</name>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="56"/>
        <source>sequence (rows)</source>
        <translation>序列（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="56"/>
        <source>query i (rows)</source>
        <translation>查询 i（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="57"/>
        <source>sequence (columns)</source>
        <translation>序列（列）</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="57"/>
        <source>key j (columns)</source>
        <translation>键 j（列）</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="69"/>
        <source>Which test catches which bug</source>
        <translation>哪项测试查出哪个错误</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="71"/>
        <source>computed on Q, K, V of head %1, %2 position(s) of %3 sequence(s), causal · ✗ the test fails: caught · ✓ it passes: not caught · – it cannot be made</source>
        <translation>在头 %1 的 Q、K、V 上计算，%3 个序列的 %2 个位置，因果 · ✗ 测试不通过：查出 · ✓ 通过：未查出 · – 无法进行</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="76"/>
        <source>bug</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="79"/>
        <source>caught by</source>
        <translation>由谁查出</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="111"/>
        <source>Q, K and V are not there.</source>
        <translation>没有 Q、K 和 V。</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="115"/>
        <source>The bugs are those of causal self-attention; here are %1 queries and %2 keys.</source>
        <translation>这些错误属于因果自注意力；这里有 %1 个查询和 %2 个键。</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="135"/>
        <source>Bugs and the tests that catch them</source>
        <translation>错误与查出它们的测试</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="146"/>
        <source>Weights as they should be</source>
        <translation>应有的权重</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="153"/>
        <source> Shown: position 0.</source>
        <translation> 此处显示：位置 0。</translation>
    </message>
    <message>
        <location filename="../../ui/views/faults_figure.cpp" line="155"/>
        <source>wrong on purpose</source>
        <translation>故意做错</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <location filename="../../ui/plot/figure_accessible.cpp" line="56"/>
        <source>%1: from %2 at %3 to %4 at %5, lowest %6, highest %7</source>
        <translation>%1：从 %3 处的 %2 到 %5 处的 %4，最低 %6，最高 %7</translation>
    </message>
    <message>
        <location filename="../../ui/plot/figure_accessible.cpp" line="74"/>
        <source>does not exist</source>
        <translation>不存在</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="85"/>
        <source>weights from a file</source>
        <translation>来自文件的权重</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="90"/>
        <location filename="../../ui/views/saturation_figure.cpp" line="49"/>
        <source>scale %1</source>
        <translation>缩放 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="96"/>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="98"/>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="100"/>
        <source>custom</source>
        <translation>自定</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="102"/>
        <source>no mask</source>
        <translation>无掩码</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="103"/>
        <source>mask %1 (%2)</source>
        <translation>掩码 %1（%2）</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="106"/>
        <source>no PE</source>
        <translation>无位置编码</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="107"/>
        <source>PE base %1</source>
        <translation>PE 底数 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="109"/>
        <source>dropout %1</source>
        <translation>dropout %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="110"/>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="259"/>
        <source>key j (rows)</source>
        <translation>键 j（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="259"/>
        <source>query i (rows)</source>
        <translation>查询 i（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="266"/>
        <source>key j (columns)</source>
        <translation>键 j（列）</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="284"/>
        <source>column c of the head</source>
        <translation>头内的列 c</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="291"/>
        <source>head h (rows)</source>
        <translation>头 h（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="292"/>
        <source>query i (columns)</source>
        <translation>查询 i（列）</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="301"/>
        <source>column h·d_v + c (heads side by side)</source>
        <translation>列 h·d_v + c（各头并排）</translation>
    </message>
    <message>
        <location filename="../../ui/views/figure_parts.cpp" line="303"/>
        <location filename="../../ui/views/positions_figure.cpp" line="32"/>
        <source>column c of the model width</source>
        <translation>模型宽度的列 c</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="71"/>
        <source>row sum</source>
        <translation>行和</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="79"/>
        <source>fill the scores</source>
        <translation>填充分数</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="81"/>
        <source>add the fill</source>
        <translation>加上填充值</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="83"/>
        <source>scores × 0/1</source>
        <translation>分数 × 0/1</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="85"/>
        <source>scores + 0/1</source>
        <translation>分数 + 0/1</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="87"/>
        <source>weights × 0/1</source>
        <translation>权重 × 0/1</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="89"/>
        <source>× 0/1, then ÷ sum</source>
        <translation>× 0/1，再 ÷ 行和</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="105"/>
        <source>empty rows: zero</source>
        <translation>空行：置零</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="105"/>
        <source>empty rows: NaN</source>
        <translation>空行：NaN</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="107"/>
        <source>finite fill: uniform row</source>
        <translation>有限填充值：均匀的行</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="109"/>
        <source>weights 0, output b_O</source>
        <translation>权重为 0，输出为 b_O</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="110"/>
        <source>0 / 0, spreads to the output</source>
        <translation>0 / 0，会传到输出</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="126"/>
        <source>The six ways are being computed.</source>
        <translation>正在计算六种方式。</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="134"/>
        <source>Six ways to apply one mask, head %1</source>
        <translation>同一掩码的六种施加方式，头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="90"/>
        <source>Norm of each gradient, from the output back to the input</source>
        <translation>各梯度的范数，从输出回到输入</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="91"/>
        <source>norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="114"/>
        <source>Frobenius, all sequences · dashed lines: without the fault</source>
        <translation>Frobenius 范数，全部序列 · 虚线：无故障时</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="116"/>
        <source>Frobenius, all sequences</source>
        <translation>Frobenius 范数，全部序列</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="123"/>
        <source> · db_K is 0 but for rounding: %1</source>
        <translation> · db_K 除舍入外为 0：%1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="125"/>
        <source> · not finite: %1</source>
        <translation> · 非有限：%1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="148"/>
        <source>all heads together</source>
        <translation>所有头合计</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="158"/>
        <source>0, off the axis</source>
        <translation>0，在坐标轴之外</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="184"/>
        <source>Dead rows by head</source>
        <translation>各头的失活行</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="187"/>
        <source>‖dS row‖ &lt; %1: %2 of %3</source>
        <translation>‖dS 行‖ &lt; %1：%3 行中的 %2 行</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="188"/>
        <source>no row has a finite gradient</source>
        <translation>没有一行的梯度是有限的</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/gradients_figure.cpp" line="190"/>
        <source> · %n row(s) left out</source>
        <translation>
            <numerusform> · 略去 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="224"/>
        <source>%1 ≤ %2 (dots)</source>
        <translation>%1 ≤ %2（圆点）</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="229"/>
        <source>head %1: %2 %3 %4</source>
        <translation>头 %1：%2 %3 %4</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="233"/>
        <source>head %1: not finite</source>
        <translation>头 %1：非有限</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="237"/>
        <source>bound broken</source>
        <translation>超出上界</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="280"/>
        <source>row (in)</source>
        <translation>行（输入）</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="281"/>
        <source>column (out)</source>
        <translation>列（输出）</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="333"/>
        <source>%1 · no ΔL/Δx</source>
        <translation>%1 · 无 ΔL/Δx</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="350"/>
        <source>%1, head %2</source>
        <translation>%1，头 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="396"/>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="398"/>
        <source>No loss is chosen, so no gradient flows back.</source>
        <translation>没有选择损失，因此没有梯度回传。</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="401"/>
        <source>Gradients · loss: %1</source>
        <translation>梯度 · 损失：%1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="403"/>
        <location filename="../../ui/views/masks_figure.cpp" line="136"/>
        <location filename="../../ui/views/saturation_figure.cpp" line="289"/>
        <location filename="../../ui/views/stages_figure.cpp" line="169"/>
        <source> · sequence %1</source>
        <translation> · 序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="409"/>
        <source>The gradients are being computed.</source>
        <translation>正在计算梯度。</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="139"/>
        <source> · nothing is hidden yet</source>
        <translation> · 还没有隐藏任何键</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="157"/>
        <source>leaked %1 · |Δ| %2</source>
        <translation>泄漏 %1 · |Δ| %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="159"/>
        <source>not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_figure.cpp" line="160"/>
        <source>wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="29"/>
        <source>Positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="30"/>
        <source>even columns sine, odd columns cosine</source>
        <translation>偶数列为正弦，奇数列为余弦</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="31"/>
        <location filename="../../ui/views/positions_figure.cpp" line="50"/>
        <source>position p (rows)</source>
        <translation>位置 p（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="49"/>
        <source>how alike two positions are: depends on p − q alone</source>
        <translation>两个位置的相似度：只取决于 p − q</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="51"/>
        <source>position q (columns)</source>
        <translation>位置 q（列）</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="72"/>
        <source>wavelength of pair i</source>
        <translation>第 i 对的波长</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="73"/>
        <source>Wavelengths</source>
        <translation>波长</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="74"/>
        <source>pair 0 is fast (2π positions); the base stretches the slow end</source>
        <translation>第 0 对最快（2π 个位置）；底数只拉长慢的一端</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="75"/>
        <source>pair i (columns 2i, 2i+1)</source>
        <translation>第 i 对（列 2i、2i+1）</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="76"/>
        <source>positions</source>
        <translation>个位置</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="81"/>
        <source>length shown: %1</source>
        <translation>显示长度：%1</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="88"/>
        <source>Pair %1 along the positions</source>
        <translation>第 %1 对随位置的变化</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="89"/>
        <source>wavelength %1 positions</source>
        <translation>波长 %1 个位置</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="91"/>
        <source>position p</source>
        <translation>位置 p</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="96"/>
        <source>column %1 (sine)</source>
        <translation>第 %1 列（正弦）</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="97"/>
        <source>column %1 (cosine)</source>
        <translation>第 %1 列（余弦）</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="130"/>
        <source>What switching PE off changes</source>
        <translation>关闭位置编码会改变什么</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="131"/>
        <source>largest |ΔA| in each head</source>
        <translation>每个头中最大的 |ΔA|</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="132"/>
        <source>head h</source>
        <translation>头 h</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="154"/>
        <source>A with PE − A without, head %1</source>
        <translation>有 PE 的 A − 无 PE 的 A，头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_figure.cpp" line="181"/>
        <source>Positions · base %1 · D = %2</source>
        <translation>位置 · 底数 %1 · D = %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="33"/>
        <source>no finite value</source>
        <translation>没有有限值</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="35"/>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="43"/>
        <source>entropy %1 nats · largest %2</source>
        <translation>熵 %1 nat · 最大 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="45"/>
        <source>largest %1</source>
        <translation>最大 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/stages_figure.cpp" line="47"/>
        <source> · %n blocked row(s) excluded</source>
        <translation>
            <numerusform> · 不含 %n 个空行</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="54"/>
        <source>entropy (nats)</source>
        <translation>熵（nat）</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="56"/>
        <source>mean per key</source>
        <translation>每个键的均值</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="113"/>
        <source>scale = %1</source>
        <translation>缩放系数 = %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="114"/>
        <source>what raw scores are multiplied by, and what other rules would give</source>
        <translation>原始分数所乘的系数，以及其他规则的结果</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="115"/>
        <source>factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="119"/>
        <source>in use</source>
        <translation>当前</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="128"/>
        <source>The positional encoding is off. Switch it on to see it here.</source>
        <translation>位置编码已关闭。打开后即可在此查看。</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="130"/>
        <source>No normalisation is chosen after the heads are joined.</source>
        <translation>没有选择拼接之后的归一化。</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="131"/>
        <source>There is no other sequence: keys and values come from the text itself.</source>
        <translation>没有另一个序列：键和值来自文本自身。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_figure.cpp" line="96"/>
        <source>%1 · head %2</source>
        <translation>%1 · 头 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_figure.cpp" line="99"/>
        <source>%1 · what it reads</source>
        <translation>%1 · 它读取的</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_figure.cpp" line="114"/>
        <source>What %1 makes</source>
        <translation>%1 产生的结果</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_figure.cpp" line="116"/>
        <location filename="../../ui/views/stages_figure.cpp" line="134"/>
        <source>This stage is being computed.</source>
        <translation>正在计算此阶段。</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="139"/>
        <source>From raw scores to weights, head %1</source>
        <translation>从原始分数到权重，头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_figure.cpp" line="142"/>
        <location filename="../../ui/views/stages_figure.cpp" line="192"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="212"/>
        <source> · rows: query i, columns: key j</source>
        <translation> · 行：查询 i，列：键 j</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_figure.cpp" line="213"/>
        <source> · rows: position, columns: width of the head</source>
        <translation> · 行：位置，列：头的宽度</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="32"/>
        <source>not scaled</source>
        <translation>未缩放</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="36"/>
        <source>adaptive</source>
        <translation>自适应</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="38"/>
        <source>standardised</source>
        <translation>标准化</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="48"/>
        <source>A, %1</source>
        <translation>A，%1</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="62"/>
        <source>Query %1, sorted weights</source>
        <translation>查询 %1，排序后的权重</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="76"/>
        <source>entropy %1 · ‖∂A/∂S‖ %2</source>
        <translation>熵 %1 · ‖∂A/∂S‖ %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="78"/>
        <source>the row does not sum to 1</source>
        <translation>此行之和不为 1</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="80"/>
        <source>no visible key</source>
        <translation>没有可见的键</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="123"/>
        <source>Scores of the head</source>
        <translation>此头的分数</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="126"/>
        <source>no visible finite score</source>
        <translation>没有可见的有限分数</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="139"/>
        <source>σ %1 · predicted %2 (line)</source>
        <translation>σ %1 · 预测 %2（线）</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="141"/>
        <source>σ %1</source>
        <translation>σ %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="169"/>
        <source>Deviation of a score</source>
        <translation>一个分数的标准差</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="171"/>
        <source>Entropy of a row (nats)</source>
        <translation>一行的熵（nat）</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="173"/>
        <source>Largest weight</source>
        <translation>最大权重</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="175"/>
        <source>Gradient ‖∂A/∂S‖</source>
        <translation>梯度 ‖∂A/∂S‖</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="248"/>
        <source>being drawn</source>
        <translation>正在抽取</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="250"/>
        <source>%1 of %2 draws</source>
        <translation>%2 次抽取中的第 %1 次</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="252"/>
        <source>dashed: √d_k × scale</source>
        <translation>虚线：√d_k × 缩放系数</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="254"/>
        <source>band: two thirds of %1 draws</source>
        <translation>带：%1 次抽取的三分之二</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="257"/>
        <source>keys in a row: %1</source>
        <translation>一行中的键数：%1</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="258"/>
        <source>keys in a row: %1 of the %2</source>
        <translation>一行中的键数：%2 个中的 %1 个</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="262"/>
        <source>dots: query %1 of this session</source>
        <translation>点：此会话的查询 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="280"/>
        <source>Saturation</source>
        <translation>饱和</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="282"/>
        <source>The scores are being computed.</source>
        <translation>正在计算分数。</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="287"/>
        <source>Saturation · d_k = %1 · head %2</source>
        <translation>饱和 · d_k = %1 · 头 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_figure.cpp" line="290"/>
        <source> · curves: q and k drawn from N(0, 1)</source>
        <translation> · 曲线：q 与 k 取自 N(0, 1)</translation>
    </message>
</context>
<context>
    <name>GradientCells</name>
    <message>
        <location filename="../../ui/views/gradient_analysis.cpp" line="52"/>
        <source>There is not enough memory for that check.</source>
        <translation>内存不足，无法做此检验。</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradient_analysis.cpp" line="209"/>
        <source>row %1</source>
        <translation>行 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradient_analysis.cpp" line="210"/>
        <source>column %1</source>
        <translation>列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradient_analysis.cpp" line="237"/>
        <source>no finite difference: the loss is no number</source>
        <translation>无有限差分：损失不是数</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradient_analysis.cpp" line="238"/>
        <source>finite difference %1</source>
        <translation>有限差分 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradient_analysis.cpp" line="242"/>
        <source>finite difference being computed</source>
        <translation>正在计算有限差分</translation>
    </message>
</context>
<context>
    <name>GradientText</name>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="36"/>
        <source>Gradient of the output</source>
        <translation>输出的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="38"/>
        <source>Gradient of the normalised concat</source>
        <translation>归一化后拼接结果的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="40"/>
        <source>Gradient of the concat</source>
        <translation>拼接结果的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="42"/>
        <source>Gradient of the context</source>
        <translation>上下文的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="44"/>
        <source>Gradient of the weights after dropout</source>
        <translation>dropout 后权重的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="46"/>
        <source>Gradient of the weights</source>
        <translation>权重的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="48"/>
        <source>Gradient of the masked scores</source>
        <translation>掩码后分数的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="50"/>
        <source>Gradient of the scores</source>
        <translation>分数的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="52"/>
        <source>Gradient of the raw scores</source>
        <translation>原始分数的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="54"/>
        <source>Gradient of the queries</source>
        <translation>查询的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="56"/>
        <source>Gradient of the keys</source>
        <translation>键的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="58"/>
        <source>Gradient of the values</source>
        <translation>值的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="60"/>
        <source>Gradient of the input</source>
        <translation>输入的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="62"/>
        <source>Gradient of the memory input</source>
        <translation>记忆输入的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="64"/>
        <source>Gradient of the embeddings</source>
        <translation>嵌入的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="66"/>
        <source>Gradient of the memory</source>
        <translation>记忆的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="68"/>
        <source>Gradient of %1</source>
        <translation>%1 的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="76"/>
        <source>Where the way back begins: how the loss changes with each output.</source>
        <translation>回传的起点：损失随每个输出如何变化。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="79"/>
        <source>Each column gathers from all outputs it went into.</source>
        <translation>每一列汇集它所进入的全部输出的梯度。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="81"/>
        <source>Back through W_O, and the normalisation when there is one.</source>
        <translation>穿过 W_O 回传；有归一化时也穿过归一化。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="83"/>
        <source>The same numbers, each head&apos;s columns by themselves.</source>
        <translation>同样的数，每个头的列单独列出。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="85"/>
        <source>How well each value fits what the context should become.</source>
        <translation>每个值与上下文应有的变化有多吻合。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="87"/>
        <source>Weights that dropout took away get none.</source>
        <translation>被 dropout 去掉的权重得不到梯度。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="89"/>
        <source>Through the softmax: nothing comes through where a weight is 0 or 1.</source>
        <translation>穿过 softmax：权重为 0 或 1 处什么也传不过来。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="92"/>
        <source>Through the mask as it was applied.</source>
        <translation>按掩码施加的方式穿过掩码。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="94"/>
        <source>The scale works backwards too.</source>
        <translation>缩放在回传时同样起作用。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="96"/>
        <source>How the loss changes with each query.</source>
        <translation>损失随每个查询如何变化。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="98"/>
        <source>How the loss changes with each key.</source>
        <translation>损失随每个键如何变化。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="100"/>
        <source>Each value hears from the queries that attended to it.</source>
        <translation>每个值从关注它的查询那里得到梯度。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="102"/>
        <source>All ways in which an input was used, together.</source>
        <translation>一个输入的所有用途合在一起。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="104"/>
        <source>The other sequence is used as keys and as values.</source>
        <translation>另一序列既用作键也用作值。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="107"/>
        <source>Adding the positional encoding changes nothing on the way back.</source>
        <translation>加上位置编码不改变回传。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="109"/>
        <source>Zero but for rounding: a bias of the keys shifts whole rows of scores, which the softmax does not see.</source>
        <translation>除舍入外为零：键的偏置使整行分数平移，softmax 看不到它。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="112"/>
        <source>Summed over all positions of all sequences.</source>
        <translation>对所有序列的所有位置求和。</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="120"/>
        <source>no loss</source>
        <translation>无损失</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="122"/>
        <source>sum of the outputs</source>
        <translation>输出之和</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="124"/>
        <source>½‖output‖²</source>
        <translation>½‖输出‖²</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="126"/>
        <source>a given gradient</source>
        <translation>给定的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="135"/>
        <source>nothing flows back</source>
        <translation>没有梯度回传</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="137"/>
        <source>dO = 1 everywhere</source>
        <translation>dO 处处为 1</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="139"/>
        <source>dO = O</source>
        <translation>dO = O</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="141"/>
        <source>dO is the array grad_output</source>
        <translation>dO 是数组 grad_output</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="150"/>
        <source>no fault</source>
        <translation>无故障</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="152"/>
        <source>gradient stopped</source>
        <translation>梯度中断</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="154"/>
        <source>saturated softmax</source>
        <translation>softmax 饱和</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="156"/>
        <source>half precision, small loss</source>
        <translation>半精度，小损失</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="165"/>
        <source>The gradients as they are</source>
        <translation>梯度的原样</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="167"/>
        <source>As detach() or no_grad() do: what comes before that stage hears nothing</source>
        <translation>如同 detach() 或 no_grad()：该阶段之前得不到任何梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="170"/>
        <source>Scores so large that weights are 0 or 1: the softmax lets nothing through, the values still hear</source>
        <translation>分数大到权重只有 0 或 1：softmax 不让梯度通过，值仍能得到梯度</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="173"/>
        <source>Each gradient rounded to half precision, whose least step is 6e−8, without scaling the loss</source>
        <translation>每个梯度舍入为半精度（最小步长 6e−8），损失不作缩放</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="185"/>
        <source>injected: stopped at %1</source>
        <translation>已注入：在 %1 处中断</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="187"/>
        <source>injected: scores × %1</source>
        <translation>已注入：分数 × %1</translation>
    </message>
    <message>
        <location filename="../../ui/gradient_text.cpp" line="189"/>
        <source>injected: half precision, loss × %1</source>
        <translation>已注入：半精度，损失 × %1</translation>
    </message>
</context>
<context>
    <name>HeadText</name>
    <message>
        <location filename="../../ui/head_text.cpp" line="76"/>
        <source>head %1 (%2)</source>
        <translation>头 %1（%2）</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="90"/>
        <source>entropy, bits</source>
        <translation>熵，比特</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="90"/>
        <source>entropy, nats</source>
        <translation>熵，奈特</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="92"/>
        <source>normalised</source>
        <translation>归一化</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="94"/>
        <source>effective keys</source>
        <translation>有效键数</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="96"/>
        <source>largest weight</source>
        <translation>最大权重</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="98"/>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="100"/>
        <location filename="../../ui/head_text.cpp" line="185"/>
        <location filename="../../ui/head_text.cpp" line="241"/>
        <source>diagonal</source>
        <translation>对角线</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="102"/>
        <source>previous</source>
        <translation>前一个</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="104"/>
        <source>first token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="106"/>
        <source>clumping</source>
        <translation>成块</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="108"/>
        <source>row sum − 1</source>
        <translation>行和 − 1</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="110"/>
        <source>output share</source>
        <translation>输出份额</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="118"/>
        <source>How spread a row is, −Σ p ln p: 0 when one key has all the weight, ln S when all keys have the same.</source>
        <translation>一行有多分散，−Σ p ln p：全部权重在一个键上时为 0，所有键相同时为 ln S。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="121"/>
        <source>Entropy divided by the most that the visible keys allow: 1 is uniform attention.</source>
        <translation>熵除以可见键所允许的最大值：1 即均匀注意力。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="124"/>
        <source>exp(entropy): that many equal keys would be as spread.</source>
        <translation>exp(熵)：这么多个等权的键同样分散。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="126"/>
        <source>The largest weight of a row, mean over the rows.</source>
        <translation>一行的最大权重，对各行取平均。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="128"/>
        <source>How many positions away the weight lies, |i − j| weighted by it.</source>
        <translation>权重落在多少个位置之外：以权重加权的 |i − j|。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="130"/>
        <source>Weight of a query on its own position.</source>
        <translation>查询对自身位置的权重。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="132"/>
        <source>Weight of a query on the position before its own.</source>
        <translation>查询对前一个位置的权重。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="134"/>
        <source>Weight on the first key, where heads rest that have nothing to do.</source>
        <translation>对第一个键的权重；无事可做的头停在那里。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="136"/>
        <source>The largest share of weight that stays in one block on the diagonal, less what uniform attention would keep there.</source>
        <translation>留在对角线上某一块内的最大权重份额，减去均匀注意力会留下的份额。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="139"/>
        <source>How far the sum of a row is from 1, at worst.</source>
        <translation>行和与 1 的最大偏差。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="141"/>
        <source>The head&apos;s part of the output, ‖C·W_O‖ of this head over the sum for all heads; equal heads have 1/H.</source>
        <translation>该头在输出中的份额：本头的 ‖C·W_O‖ 除以所有头之和；各头相等时为 1/H。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="153"/>
        <source>the context is 0 or not finite</source>
        <translation>上下文为 0 或非有限</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="155"/>
        <source>no query sees a key</source>
        <translation>没有查询看得到键</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/head_text.cpp" line="157"/>
        <source>%n row(s) hold NaN or ∞</source>
        <translation>
            <numerusform>%n 行含 NaN 或 ∞</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="162"/>
        <source>a weight is negative</source>
        <translation>有权重为负</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="165"/>
        <source>no query sees two keys</source>
        <translation>没有查询看得到两个键</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="167"/>
        <source>fewer than 6 queries or keys</source>
        <translation>查询或键少于 6 个</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="170"/>
        <source>no query has such a key</source>
        <translation>没有查询有这样的键</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="172"/>
        <source>it does not exist</source>
        <translation>不存在</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="179"/>
        <location filename="../../ui/head_text.cpp" line="237"/>
        <source>focused</source>
        <translation>集中</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="181"/>
        <location filename="../../ui/head_text.cpp" line="239"/>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="183"/>
        <source>healthy mean</source>
        <translation>健康均值</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="187"/>
        <location filename="../../ui/head_text.cpp" line="243"/>
        <source>position leak</source>
        <translation>位置泄漏</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="189"/>
        <location filename="../../ui/head_text.cpp" line="245"/>
        <source>position watch</source>
        <translation>位置留意</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="191"/>
        <location filename="../../ui/head_text.cpp" line="247"/>
        <source>redundant</source>
        <translation>冗余</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="193"/>
        <source>distinct</source>
        <translation>相异</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="195"/>
        <location filename="../../ui/head_text.cpp" line="249"/>
        <source>clumped</source>
        <translation>成块</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="197"/>
        <location filename="../../ui/head_text.cpp" line="251"/>
        <source>dead</source>
        <translation>失活</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="199"/>
        <location filename="../../ui/head_text.cpp" line="253"/>
        <source>silent</source>
        <translation>沉默</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="207"/>
        <source>A head is focused when its normalised entropy is below this</source>
        <translation>归一化熵低于此值的头为集中</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="209"/>
        <source>A head is uniform when its normalised entropy is above this</source>
        <translation>归一化熵高于此值的头为均匀</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="211"/>
        <source>The heads together are healthy when their mean normalised entropy is above this</source>
        <translation>各头归一化熵的均值高于此值时整体健康</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="214"/>
        <source>A head looks at itself when its diagonal weight is above this</source>
        <translation>对角线权重高于此值的头看的是自身</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="216"/>
        <source>A position leaks when its mean weight is above this</source>
        <translation>平均权重高于此值的位置为泄漏</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="218"/>
        <source>A position is watched when its mean weight is above this</source>
        <translation>平均权重高于此值的位置需留意</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="220"/>
        <source>Two heads are redundant when the cosine of their maps is above this; unrelated heads score high too, so look at the centred cosine</source>
        <translation>两个头的图余弦高于此值即为冗余；无关的头也会得高分，请看中心化余弦</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="223"/>
        <source>Two heads are distinct when their divergence is above this both ways</source>
        <translation>两个头的散度在两个方向都高于此值即为相异</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="225"/>
        <source>A head is clumped when its block clumping is above this</source>
        <translation>成块程度高于此值的头为成块</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="227"/>
        <source>A head is dead when its output share is below this divided by H</source>
        <translation>输出份额低于此值除以 H 的头为失活</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="229"/>
        <source>A head is silent when its gradients of Q, K and V are all below this</source>
        <translation>Q、K、V 的梯度都低于此值的头为沉默</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="263"/>
        <source>Its normalised entropy is %1 &lt; %2: each query looks at hardly more than one key, and next to no gradient passes its softmax.</source>
        <translation>其归一化熵为 %1 &lt; %2：每个查询几乎只看一个键，几乎没有梯度能穿过它的 softmax。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="267"/>
        <source>Its normalised entropy is %1 &gt; %2: it averages all visible keys, whatever they say.</source>
        <translation>其归一化熵为 %1 &gt; %2：不论内容如何，它对所有可见键取平均。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="271"/>
        <source>Its mean weight on the query&apos;s own position is %1 &gt; %2: it copies each position to itself.</source>
        <translation>其对查询自身位置的平均权重为 %1 &gt; %2：它把每个位置复制给自己。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="281"/>
        <source>Key %1 gets %2 &gt; %3 of every query&apos;s weight on average: the head looks at a place more than at what stands there.</source>
        <translation>键 %1 平均得到每个查询权重的 %2 &gt; %3：该头看的是位置，而不是位置上的内容。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="287"/>
        <source>Its map is nearly that of %1: cosine above %2, so one of them would do.</source>
        <translation>其图与 %1 几乎相同：余弦高于 %2，留一个就够了。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="291"/>
        <source>One block on the diagonal keeps %1 &gt; %2 more of its weight than uniform attention would: queries see their neighbours alone.</source>
        <translation>对角线上的一块比均匀注意力多留住 %1 &gt; %2 的权重：查询只看邻近位置。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="295"/>
        <source>It adds %1 of the output, less than %2 = %3/H: without it next to nothing would change.</source>
        <translation>它占输出的 %1，低于 %2 = %3/H：没有它几乎不变。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="301"/>
        <source>Its gradients are ‖dQ‖ = %1, ‖dK‖ = %2, ‖dV‖ = %3, all below %4: it does not learn.</source>
        <translation>其梯度为 ‖dQ‖ = %1、‖dK‖ = %2、‖dV‖ = %3，都低于 %4：它学不到东西。</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="312"/>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="314"/>
        <source>Measures</source>
        <translation>度量</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="316"/>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="318"/>
        <source>Position bias</source>
        <translation>位置偏好</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="320"/>
        <source>Distances</source>
        <translation>距离</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="322"/>
        <source>Singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="324"/>
        <source>PCA of Q and K</source>
        <translation>Q 与 K 的主成分</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="326"/>
        <source>Ablation</source>
        <translation>消融</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="334"/>
        <source>A card for each head, and the flags with their reasons</source>
        <translation>每个头一张卡片，以及各标记及其理由</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="336"/>
        <source>Every measure of every head beside what uniform attention would give</source>
        <translation>每个头的每项度量，旁边是均匀注意力会给出的值</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="338"/>
        <source>How alike two heads are: divergences and cosines of their maps</source>
        <translation>两个头有多相似：其图的散度与余弦</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="340"/>
        <source>The mean weight of each key in each head</source>
        <translation>每个头中各键的平均权重</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="342"/>
        <source>How far from its own position a query looks</source>
        <translation>查询看得离自身位置多远</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="344"/>
        <source>What the maps and the scores are made of: the rank of Q·Kᵀ is at most d_k</source>
        <translation>图与分数的构成：Q·Kᵀ 的秩至多为 d_k</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="347"/>
        <source>The first two principal components of queries and keys</source>
        <translation>查询与键的前两个主成分</translation>
    </message>
    <message>
        <location filename="../../ui/head_text.cpp" line="349"/>
        <source>What becomes of the output when one head is taken out</source>
        <translation>去掉一个头后输出会怎样</translation>
    </message>
    <message>
        <location filename="../../ui/views/head_analysis.cpp" line="127"/>
        <source>There is not enough memory to measure these heads.</source>
        <translation>内存不足，无法度量这些头。</translation>
    </message>
</context>
<context>
    <name>HeadsFigures</name>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="39"/>
        <location filename="../../ui/views/heads_figure.cpp" line="284"/>
        <source>head h</source>
        <translation>头 h</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="72"/>
        <location filename="../../ui/views/heads_curves.cpp" line="133"/>
        <location filename="../../ui/views/heads_figure.cpp" line="61"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="89"/>
        <source>singular value, largest first</source>
        <translation>奇异值，从大到小</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="92"/>
        <source>none, for NaN or ∞: head %1</source>
        <translation>因 NaN 或 ∞ 而没有：头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="102"/>
        <source>no components: one row alone, no variance, NaN or ∞</source>
        <translation>无主成分：只有一行、没有方差、NaN 或 ∞</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="114"/>
        <source>component 1 (%1 % of the variance)</source>
        <translation>成分 1（方差的 %1 %）</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="116"/>
        <source>component 2 (%1 %)</source>
        <translation>成分 2（%1 %）</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="118"/>
        <source>one dimension has one component</source>
        <translation>一维只有一个成分</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="140"/>
        <source>Where the weight lies about the query</source>
        <translation>权重落在查询周围何处</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="141"/>
        <source>share of all weight at each offset; 0 is the query&apos;s own position, −1 the one before</source>
        <translation>每个偏移处占全部权重的份额；0 是查询自身位置，−1 是前一个</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="143"/>
        <source>offset j − i</source>
        <translation>偏移 j − i</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="144"/>
        <source>share</source>
        <translation>份额</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="149"/>
        <source>Mean distance</source>
        <translation>平均距离</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="149"/>
        <source>positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="151"/>
        <source>Diagonal</source>
        <translation>对角线</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="151"/>
        <location filename="../../ui/views/heads_curves.cpp" line="152"/>
        <location filename="../../ui/views/heads_curves.cpp" line="154"/>
        <location filename="../../ui/views/heads_figure.cpp" line="260"/>
        <location filename="../../ui/views/heads_figure.cpp" line="285"/>
        <source>mean p</source>
        <translation>平均 p</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="152"/>
        <source>Previous token</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="154"/>
        <source>First token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="160"/>
        <source>dots: uniform attention</source>
        <translation>圆点：均匀注意力</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="171"/>
        <source>Of the attention maps</source>
        <translation>注意力图的</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="173"/>
        <source>Of the scores Q·Kᵀ</source>
        <translation>分数 Q·Kᵀ 的</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="177"/>
        <source>rank at most d_k = %1: %2 more are 0</source>
        <translation>秩至多为 d_k = %1：其余 %2 个为 0</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="180"/>
        <source>d_k = %1 is enough for the full rank, %2</source>
        <translation>d_k = %1 足以达到满秩 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="183"/>
        <source> · sequence %1</source>
        <translation> · 序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="205"/>
        <source>Q, head %1</source>
        <translation>Q，头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="209"/>
        <source>K, head %1</source>
        <translation>K，头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="215"/>
        <source> · head %1</source>
        <translation> · 头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="222"/>
        <source>How much the output changes without a head</source>
        <translation>去掉一个头时输出变化多少</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="223"/>
        <source>‖O − O without head h‖ / ‖O‖</source>
        <translation>‖O − 去掉头 h 的 O‖ / ‖O‖</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="224"/>
        <source>relative change</source>
        <translation>相对变化</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="227"/>
        <location filename="../../ui/views/heads_figure.cpp" line="106"/>
        <location filename="../../ui/views/heads_figure.cpp" line="126"/>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="228"/>
        <source>change of the output</source>
        <translation>输出的变化</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="229"/>
        <source>output share</source>
        <translation>输出份额</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="230"/>
        <source>rank</source>
        <translation>名次</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="233"/>
        <source>– the output is 0 or not finite</source>
        <translation>– 输出为 0 或非有限</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="234"/>
        <source>rank 1: the head that the output needs most</source>
        <translation>名次 1：输出最需要的头</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_curves.cpp" line="251"/>
        <source>Ablation</source>
        <translation>消融</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="52"/>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="53"/>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="54"/>
        <source>diagonal</source>
        <translation>对角线</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="55"/>
        <source>first key</source>
        <translation>首键</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="56"/>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="78"/>
        <source>What each head does</source>
        <translation>每个头在做什么</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="79"/>
        <source>entropy over ln(visible keys), largest weight, weight on the diagonal and on the first key, share of the output · tick: uniform attention, or an equal share</source>
        <translation>熵 / ln(可见键数)、最大权重、对角线与首键上的权重、输出份额 · 刻线：均匀注意力，或均等份额</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="87"/>
        <source>Flags</source>
        <translation>标记</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="90"/>
        <source>no head has a normalised entropy</source>
        <translation>没有头有归一化熵</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="91"/>
        <source>mean normalised entropy %1: %2 than %3</source>
        <translation>平均归一化熵 %1：%2 %3</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="93"/>
        <source>healthy, more</source>
        <translation>健康，高于</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="94"/>
        <source>not more</source>
        <translation>不高于</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="97"/>
        <source> · %1 of %2 pairs are distinct</source>
        <translation> · %2 对中有 %1 对相异</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/heads_figure.cpp" line="104"/>
        <source> · %n row(s) without a visible key left out</source>
        <translation>
            <numerusform> · 略去 %n 行无可见键的行</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="107"/>
        <source>flag</source>
        <translation>标记</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="108"/>
        <source>why</source>
        <translation>理由</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="118"/>
        <source>No head has a flag at these thresholds.</source>
        <translation>按这些阈值没有头带标记。</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="125"/>
        <source>Measures</source>
        <translation>度量</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="146"/>
        <source>– %1: %2</source>
        <translation>– %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="155"/>
        <source>mean over rows with a visible key · grey: uniform attention with the same mask</source>
        <translation>对有可见键的行取平均 · 灰色：同一掩码下的均匀注意力</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="164"/>
        <source>measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="164"/>
        <source>what it says</source>
        <translation>含义</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/heads_figure.cpp" line="188"/>
        <source> · %n undefined</source>
        <translation>
            <numerusform> · %n 个无定义</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="189"/>
        <source>head a (rows)</source>
        <translation>头 a（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="190"/>
        <source>head b (columns)</source>
        <translation>头 b（列）</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="202"/>
        <source>One head has no other to be compared with.</source>
        <translation>只有一个头，没有可比较的。</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="207"/>
        <source>nats, not symmetric: 0 where they are the same</source>
        <translation>奈特，不对称：相同时为 0</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="211"/>
        <source>nats, at most ln 2 = 0.693</source>
        <translation>奈特，至多 ln 2 = 0.693</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="213"/>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="214"/>
        <source>never negative; unrelated heads score high</source>
        <translation>从不为负；无关的头也会得高分</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="216"/>
        <source>Centred cosine</source>
        <translation>中心化余弦</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="217"/>
        <source>after uniform attention is taken away</source>
        <translation>减去均匀注意力之后</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="248"/>
        <source>Mean weight of each key</source>
        <translation>各键的平均权重</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="249"/>
        <source>over the queries that may see it and all sequences</source>
        <translation>对可看到它的查询与所有序列取平均</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="251"/>
        <source> · NaN: a weight of that head is not finite</source>
        <translation> · NaN：该头有权重非有限</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="252"/>
        <source>head h (rows)</source>
        <translation>头 h（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="253"/>
        <source>key j (columns)</source>
        <translation>键 j（列）</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="280"/>
        <source>Largest of each head</source>
        <translation>每个头的最大值</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="282"/>
        <source>dots: uniform attention · line: leak above %1, watched above %2</source>
        <translation>圆点：均匀注意力 · 线：高于 %1 为泄漏，高于 %2 需留意</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="303"/>
        <source>There are no weights to measure.</source>
        <translation>没有可度量的权重。</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="306"/>
        <source>The heads are being measured.</source>
        <translation>正在度量各头。</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_figure.cpp" line="332"/>
        <source>Heads · %1</source>
        <translation>头 · %1</translation>
    </message>
</context>
<context>
    <name>Matrices</name>
    <message>
        <location filename="../../ui/matrix_edits.cpp" line="58"/>
        <source>Set %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <location filename="../../ui/matrix_text.cpp" line="79"/>
        <source>%1 of head %2</source>
        <translation>%1（头 %2）</translation>
    </message>
    <message>
        <location filename="../../ui/matrix_text.cpp" line="82"/>
        <source>%1 of sequence %2</source>
        <translation>%1（序列 %2）</translation>
    </message>
    <message>
        <location filename="../../ui/matrix_text.cpp" line="96"/>
        <source>%1 cells of %2</source>
        <translation>%2 的 %1 个单元格</translation>
    </message>
    <message>
        <location filename="../../ui/matrix_text.cpp" line="105"/>
        <source>Type a number, such as 0.5 or 1e-3; Esc restores the old one.</source>
        <translation>请输入一个数，例如 0.5 或 1e-3；按 Esc 恢复原值。</translation>
    </message>
    <message>
        <location filename="../../ui/matrix_text.cpp" line="106"/>
        <source>“%1” is not a number: type it like 0.5, 0,5 or 1e-3; Esc restores the old one.</source>
        <translation>“%1”不是数：请输入如 0.5、0,5 或 1e-3 的数；按 Esc 恢复原值。</translation>
    </message>
    <message>
        <location filename="../../ui/matrix_text.cpp" line="112"/>
        <source>A cell of the mask is 1 (visible) or 0 (hidden), not “%1”; Esc restores the old one.</source>
        <translation>掩码的单元格是 1（可见）或 0（隐藏），不能是“%1”；按 Esc 恢复原值。</translation>
    </message>
    <message>
        <location filename="../../ui/matrix_text.cpp" line="119"/>
        <source>%1 is larger than a cell can hold (3.4e38); Esc restores the old one.</source>
        <translation>%1 超出了单元格的上限（3.4e38）；按 Esc 恢复原值。</translation>
    </message>
    <message>
        <location filename="../../ui/matrix_text.cpp" line="124"/>
        <source>%1 is smaller than a cell can hold (1.4e-45); Esc restores the old one.</source>
        <translation>%1 小于单元格能表示的最小值（1.4e-45）；按 Esc 恢复原值。</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <location filename="../../ui/language.cpp" line="17"/>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <location filename="../../ui/language.cpp" line="17"/>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <location filename="../../ui/language.cpp" line="18"/>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../ui/language.cpp" line="18"/>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <location filename="../../ui/language.cpp" line="19"/>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/language.cpp" line="19"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <location filename="../../ui/language.cpp" line="20"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location filename="../../ui/language.cpp" line="20"/>
        <source>Discard</source>
        <translation>不保存</translation>
    </message>
</context>
<context>
    <name>RefusalText</name>
    <message>
        <location filename="../../ui/refusal.cpp" line="39"/>
        <source>d_model = %1 cannot be divided among %2 heads while d_k = d_model / heads is locked.</source>
        <translation>锁定 d_k = d_model / 头数 时，d_model = %1 不能平分给 %2 个头。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/refusal.cpp" line="44"/>
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n 个头</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/refusal.cpp" line="49"/>
        <source>d_model = %1</source>
        <translation>d_model = %1</translation>
    </message>
    <message>
        <location filename="../../ui/refusal.cpp" line="54"/>
        <source>unlock d_k</source>
        <translation>解锁 d_k</translation>
    </message>
    <message>
        <location filename="../../ui/refusal.cpp" line="63"/>
        <source>Shared keys and values come from one projection, so their widths must agree, but d_k = %1 and d_v = %2.</source>
        <translation>共享的键和值来自同一个投影，宽度必须一致，但 d_k = %1，d_v = %2。</translation>
    </message>
    <message>
        <location filename="../../ui/refusal.cpp" line="68"/>
        <source>d_v = %1</source>
        <translation>d_v = %1</translation>
    </message>
    <message>
        <location filename="../../ui/refusal.cpp" line="72"/>
        <source>d_k = %1</source>
        <translation>d_k = %1</translation>
    </message>
    <message>
        <location filename="../../ui/refusal.cpp" line="76"/>
        <source>do not share</source>
        <translation>不共享</translation>
    </message>
</context>
<context>
    <name>Saturation</name>
    <message>
        <location filename="../../ui/views/saturation_analysis.cpp" line="125"/>
        <source>%1: deviation %2 ± %3 (theory %4), entropy %5, largest %6, ‖∂A/∂S‖ %7</source>
        <translation>%1：标准差 %2 ± %3（理论 %4），熵 %5，最大 %6，‖∂A/∂S‖ %7</translation>
    </message>
</context>
<context>
    <name>StageText</name>
    <message>
        <location filename="../../ui/stage_text.cpp" line="29"/>
        <source>Embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="31"/>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="33"/>
        <source>Positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="35"/>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="37"/>
        <source>Memory input</source>
        <translation>记忆输入</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="39"/>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="41"/>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="43"/>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="45"/>
        <source>Raw scores</source>
        <translation>原始分数</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="47"/>
        <source>Scale</source>
        <translation>缩放系数</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="49"/>
        <source>Scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="51"/>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="53"/>
        <source>Masked scores</source>
        <translation>掩码后的分数</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="55"/>
        <source>Row maximum</source>
        <translation>行最大值</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="57"/>
        <source>Row sum</source>
        <translation>行和</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="59"/>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="61"/>
        <source>Weights after dropout</source>
        <translation>Dropout 后的权重</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="63"/>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="65"/>
        <source>Heads side by side</source>
        <translation>各头拼接</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="67"/>
        <source>Normalised concat</source>
        <translation>归一化的拼接</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="69"/>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="78"/>
        <source>The token embeddings: what you put in.</source>
        <translation>词元嵌入：你的输入。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="80"/>
        <source>The other sequence, which keys and values come from.</source>
        <translation>另一个序列，键和值由它而来。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="82"/>
        <source>Waves of different lengths that tell positions apart.</source>
        <translation>用不同波长的波区分位置。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="84"/>
        <source>Embeddings with their positions: what attention sees.</source>
        <translation>带有位置的嵌入：注意力所见。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="86"/>
        <source>The other sequence with its own positions.</source>
        <translation>带有自身位置的另一个序列。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="88"/>
        <source>What each position looks for.</source>
        <translation>每个位置在寻找什么。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="90"/>
        <source>What each position can be found by.</source>
        <translation>每个位置凭什么被找到。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="92"/>
        <source>What each position hands over when it is attended to.</source>
        <translation>每个位置被注意时交出什么。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="94"/>
        <source>How well each query matches each key.</source>
        <translation>每个查询与每个键的匹配程度。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="96"/>
        <source>The factor that keeps scores from growing with the key width.</source>
        <translation>使分数不随键宽增长的系数。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="98"/>
        <source>Raw scores, scaled.</source>
        <translation>缩放后的原始分数。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="100"/>
        <source>Which keys a query may see.</source>
        <translation>查询可以看到哪些键。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="102"/>
        <source>What goes into the softmax.</source>
        <translation>送入 softmax 的内容。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="104"/>
        <source>Subtracted so that exp cannot overflow.</source>
        <translation>减去它，使 exp 不会溢出。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="106"/>
        <source>What each row is divided by.</source>
        <translation>每一行所除的数。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="108"/>
        <source>How much each query takes from each key.</source>
        <translation>每个查询从每个键取多少。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="110"/>
        <source>Weights after inverted dropout; rows need not sum to 1.</source>
        <translation>反向 dropout 之后的权重；行和不必为 1。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="112"/>
        <source>The weighted mean of the values.</source>
        <translation>值的加权平均。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="114"/>
        <source>All heads of a position in one row, head 0 first.</source>
        <translation>一个位置的所有头排成一行，头 0 在前。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="116"/>
        <source>The concatenation after the normalisation that was chosen.</source>
        <translation>经所选归一化之后的拼接。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="118"/>
        <source>What the layer hands on.</source>
        <translation>该层向后传递的内容。</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="143"/>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="145"/>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="147"/>
        <source>custom</source>
        <translation>自定</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="148"/>
        <source>all visible</source>
        <translation>全部可见</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="153"/>
        <source>hidden → %1</source>
        <translation>隐藏 → %1</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="155"/>
        <source>hidden + (%1)</source>
        <translation>隐藏 + (%1)</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="217"/>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="224"/>
        <source>none (× 1)</source>
        <translation>无（× 1）</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="226"/>
        <source>1/√d_k (right)</source>
        <translation>1/√d_k（正确）</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="228"/>
        <source>1/√D (a common mistake)</source>
        <translation>1/√D（常见错误）</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="230"/>
        <source>1/d_k (too flat)</source>
        <translation>1/d_k（过于平坦）</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="232"/>
        <source>× √d_k (a common mistake)</source>
        <translation>× √d_k（常见错误）</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="234"/>
        <location filename="../../ui/stage_text.cpp" line="257"/>
        <source>a number</source>
        <translation>自定数值</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="236"/>
        <source>adaptive (leaves √std)</source>
        <translation>自适应（剩下 √std）</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="238"/>
        <source>standardise (std = 1)</source>
        <translation>标准化（std = 1）</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="270"/>
        <source>fill the scores (right)</source>
        <translation>填充分数（正确）</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="272"/>
        <source>add the fill to the scores</source>
        <translation>把填充值加到分数上</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="274"/>
        <source>multiply the scores by 0/1</source>
        <translation>分数乘以 0/1</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="276"/>
        <source>add 0/1 to the scores</source>
        <translation>分数加上 0/1</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="278"/>
        <source>multiply the weights by 0/1</source>
        <translation>权重乘以 0/1</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="280"/>
        <source>multiply, then renormalise</source>
        <translation>相乘后重新归一化</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="289"/>
        <source>hidden scores are replaced before the softmax</source>
        <translation>在 softmax 之前替换隐藏的分数</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="291"/>
        <source>with a large finite fill the score is absorbed in single precision</source>
        <translation>填充值很大而有限时，单精度下分数被吞没</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="293"/>
        <source>a hidden key still gets exp(0)</source>
        <translation>隐藏的键仍得到 exp(0)</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="295"/>
        <source>a boolean is not a mask: nothing is hidden</source>
        <translation>布尔值不是掩码：什么也没有隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="297"/>
        <source>rows no longer sum to 1</source>
        <translation>行和不再为 1</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="299"/>
        <source>right again, except where everything visible underflowed</source>
        <translation>又是正确的，除非可见部分全部下溢</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="316"/>
        <source>not scaled</source>
        <translation>未缩放</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="318"/>
        <source>scaled by √D, not √d_k</source>
        <translation>除以 √D，而非 √d_k</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="320"/>
        <source>divided by d_k, not √d_k</source>
        <translation>除以 d_k，而非 √d_k</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="322"/>
        <source>multiplied by √d_k</source>
        <translation>乘以了 √d_k</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="324"/>
        <source>custom scale</source>
        <translation>自定缩放</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="326"/>
        <location filename="../../ui/stage_text.cpp" line="328"/>
        <source>scale depends on the data</source>
        <translation>缩放取决于数据</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="342"/>
        <source>finite fill</source>
        <translation>有限的填充值</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="344"/>
        <source>fill added, not set</source>
        <translation>填充值是加上而非替换</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="346"/>
        <source>hidden keys get exp(0)</source>
        <translation>隐藏的键得到 exp(0)</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="348"/>
        <source>mask hides nothing</source>
        <translation>掩码什么也没隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="350"/>
        <location filename="../../ui/stage_text.cpp" line="352"/>
        <source>masked after softmax</source>
        <translation>在 softmax 之后施加掩码</translation>
    </message>
    <message>
        <location filename="../../ui/stage_text.cpp" line="137"/>
        <source>input</source>
        <translation>输入</translation>
    </message>
</context>
<context>
    <name>StatisticsText</name>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="31"/>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="32"/>
        <source>std</source>
        <translation>标准差</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="33"/>
        <source>min</source>
        <translation>最小</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="34"/>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="35"/>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="47"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="49"/>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="51"/>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="52"/>
        <source>all sequences</source>
        <translation>所有序列</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="58"/>
        <source>of %1 values</source>
        <translation>共 %1 个值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="59"/>
        <source>of the %1 finite of %2 values</source>
        <translation>%2 个值中的 %1 个有限值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="68"/>
        <source>not computed</source>
        <translation>未计算</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="77"/>
        <source> (mask)</source>
        <translation>（掩码）</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="78"/>
        <source> (mask %1)</source>
        <translation>（掩码 %1）</translation>
    </message>
</context>
<context>
    <name>ViewText</name>
    <message>
        <location filename="../../ui/view_step.cpp" line="22"/>
        <source>by stage</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="25"/>
        <source>viridis</source>
        <translation>viridis</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="27"/>
        <source>cividis</source>
        <translation>cividis</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="29"/>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="31"/>
        <source>blue–red</source>
        <translation>蓝–红</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="33"/>
        <source>purple–green</source>
        <translation>紫–绿</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="41"/>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="43"/>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="45"/>
        <source>per row</source>
        <translation>按行</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="53"/>
        <source>one for all heads</source>
        <translation>各头共用</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="55"/>
        <source>per head</source>
        <translation>各头独立</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="57"/>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="71"/>
        <source>Colour map: %1</source>
        <translation>配色：%1</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="73"/>
        <source>Colour scale: %1</source>
        <translation>颜色刻度：%1</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="75"/>
        <source>Colour range: %1</source>
        <translation>颜色范围：%1</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="77"/>
        <source>Colour range: %1 to %2</source>
        <translation>颜色范围：%1 至 %2</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="79"/>
        <source>Unfold the scores</source>
        <translation>展开分数</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="79"/>
        <source>Fold the scores</source>
        <translation>收起分数</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="81"/>
        <source>Show the margins</source>
        <translation>显示边栏</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="81"/>
        <source>Hide the margins</source>
        <translation>隐藏边栏</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="83"/>
        <source>Show the numbers</source>
        <translation>显示数字</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="83"/>
        <source>Hide the numbers</source>
        <translation>隐藏数字</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="85"/>
        <source>Show the colour bar</source>
        <translation>显示色条</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="85"/>
        <source>Hide the colour bar</source>
        <translation>隐藏色条</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="87"/>
        <source>Show the pair of columns %1</source>
        <translation>显示第 %1 对列</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="89"/>
        <source>Show %1 positions</source>
        <translation>显示 %1 个位置</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="92"/>
        <source>Take the fault out</source>
        <translation>去除故障</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="93"/>
        <source>Inject a fault: %1</source>
        <translation>注入故障：%1</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="95"/>
        <source>Stop the gradient at %1</source>
        <translation>在 %1 处中断梯度</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="97"/>
        <source>Scores %1 times as large</source>
        <translation>分数放大 %1 倍</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="99"/>
        <source>Loss %1 times as large</source>
        <translation>损失乘以 %1</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="101"/>
        <source>Entropy in bits</source>
        <translation>熵以比特计</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="101"/>
        <source>Entropy in nats</source>
        <translation>熵以奈特计</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="104"/>
        <source>Threshold “%1”: %2</source>
        <translation>阈值“%1”：%2</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="106"/>
        <source>Terms: largest first</source>
        <translation>各项：从大到小</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="107"/>
        <source>Terms: in order</source>
        <translation>各项：按顺序</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="113"/>
        <location filename="../../ui/view_step.cpp" line="114"/>
        <source>Panel %1 scaled by %2</source>
        <translation>第 %1 个面板的缩放：%2</translation>
    </message>
    <message>
        <location filename="../../ui/view_step.cpp" line="118"/>
        <source>Change the picture</source>
        <translation>更改图的外观</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ArrayExportDialog</name>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="40"/>
        <location filename="../../ui/export/array_export_dialog.cpp" line="146"/>
        <source>Export numbers</source>
        <translation>导出数值</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="43"/>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="45"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="47"/>
        <source>all sequences</source>
        <translation>所有序列</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="49"/>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="51"/>
        <source>CSV (text, with the tokens)</source>
        <translation>CSV（文本，带词元）</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="51"/>
        <source>.npy (NumPy, one array)</source>
        <translation>.npy（NumPy，单个数组）</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="52"/>
        <source>.npz (NumPy, this array)</source>
        <translation>.npz（NumPy，此数组）</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="53"/>
        <source>.npz (NumPy, everything that was computed)</source>
        <translation>.npz（NumPy，计算出的全部）</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="56"/>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="57"/>
        <source>&amp;Array</source>
        <translation>数组(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="58"/>
        <source>&amp;Head</source>
        <translation>头(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="59"/>
        <source>&amp;Sequence</source>
        <translation>序列(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="62"/>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="64"/>
        <source>F&amp;ile</source>
        <translation>文件(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="66"/>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="71"/>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/export/array_export_dialog.cpp" line="128"/>
        <source>%n array(s), float32</source>
        <translation>
            <numerusform>%n 个数组，float32</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="140"/>
        <source>%1: %2 numbers</source>
        <translation>%1：%2 个数</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="141"/>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="163"/>
        <source>%1 exists already.</source>
        <translation>%1 已存在。</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="165"/>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <location filename="../../ui/export/array_export_dialog.cpp" line="181"/>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ArrayPreview</name>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="41"/>
        <source>%1 is being read…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="52"/>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="63"/>
        <source>%1 numbers, none finite</source>
        <translation>%1 个数，没有有限数</translation>
    </message>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="65"/>
        <source>%1 numbers from %2 to %3, mean %4</source>
        <translation>%1 个数，从 %2 到 %3，均值 %4</translation>
    </message>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="68"/>
        <source>%1 NaN</source>
        <translation>%1 个 NaN</translation>
    </message>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="68"/>
        <source>no NaN</source>
        <translation>没有 NaN</translation>
    </message>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="70"/>
        <source>%1 × +∞</source>
        <translation>%1 个 +∞</translation>
    </message>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="72"/>
        <source>%1 × −∞</source>
        <translation>%1 个 −∞</translation>
    </message>
    <message>
        <location filename="../../ui/import/array_preview.cpp" line="74"/>
        <source>only 0 and 1</source>
        <translation>只有 0 和 1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::Autosave</name>
    <message>
        <location filename="../../ui/autosave.cpp" line="109"/>
        <source>the folder %1 cannot be made</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <location filename="../../ui/autosave.cpp" line="111"/>
        <source>no file can be made in %1</source>
        <translation>无法在 %1 中创建文件</translation>
    </message>
    <message>
        <location filename="../../ui/autosave.cpp" line="139"/>
        <source>Unsaved changes could not be put by: %1</source>
        <translation>未保存的更改无法备份：%1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::CalculatorDialog</name>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="259"/>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="309"/>
        <source>Calculator: What Attention Costs</source>
        <translation>计算器：注意力的代价</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="310"/>
        <source>sequences B</source>
        <translation>序列数 B</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="311"/>
        <source>queries L</source>
        <translation>查询数 L</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="312"/>
        <source>keys S</source>
        <translation>键数 S</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="313"/>
        <source>model width D</source>
        <translation>模型宽度 D</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="314"/>
        <source>source of the keys D′</source>
        <translation>键的来源宽度 D′</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="315"/>
        <source>heads H</source>
        <translation>头数 H</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="316"/>
        <source>heads of K and V, H_kv</source>
        <translation>K 与 V 的头数 H_kv</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="317"/>
        <source>width of keys d_k</source>
        <translation>键的宽度 d_k</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="318"/>
        <source>width of values d_v</source>
        <translation>值的宽度 d_v</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="319"/>
        <source>layers N</source>
        <translation>层数 N</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="324"/>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="326"/>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="325"/>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="327"/>
        <source>optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="328"/>
        <source>Its state is fp32; below fp32 a master copy of the parameters is kept too.</source>
        <translation>其状态为 fp32；精度低于 fp32 时还另存一份参数的主副本。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="330"/>
        <source>none (inference)</source>
        <translation>无（推理）</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="330"/>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="330"/>
        <source>SGD with momentum</source>
        <translation>带动量的 SGD</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="331"/>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="337"/>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="339"/>
        <source>bias of %1</source>
        <translation>%1 的偏置</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="340"/>
        <source>K and V shared</source>
        <translation>K 与 V 共用</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="341"/>
        <source>norm after the heads are joined</source>
        <translation>各头合并后归一化</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="342"/>
        <source>what</source>
        <translation>项目</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="342"/>
        <source>formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="342"/>
        <source>numbers</source>
        <translation>数的个数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="342"/>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="343"/>
        <source>operations</source>
        <translation>运算次数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="343"/>
        <source>of the memory</source>
        <translation>占内存</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="344"/>
        <source>What attention of these sizes costs</source>
        <translation>这些尺寸的注意力代价</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="345"/>
        <source>Use the Present Sizes</source>
        <translation>使用当前尺寸</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="347"/>
        <source>Copy as Text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calculator_dialog.cpp" line="348"/>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ChecklistDock</name>
    <message>
        <location filename="../../ui/panels/checklist_dock.cpp" line="69"/>
        <location filename="../../ui/panels/checklist_dock.cpp" line="70"/>
        <source>Checklist</source>
        <translation>检查表</translation>
    </message>
    <message>
        <location filename="../../ui/panels/checklist_dock.cpp" line="71"/>
        <source>Show What It Was Measured On</source>
        <translation>显示测量所在之处</translation>
    </message>
    <message>
        <location filename="../../ui/panels/checklist_dock.cpp" line="72"/>
        <source>Bugs and the Tests That Catch Them…</source>
        <translation>错误与查出它们的测试…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/checklist_dock.cpp" line="78"/>
        <source>Nothing is computed yet.</source>
        <translation>还没有计算任何东西。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/checklist_dock.cpp" line="79"/>
        <source>%1 passed, %2 failed, %3 not applicable</source>
        <translation>%1 项通过，%2 项不通过，%3 项不适用</translation>
    </message>
    <message>
        <location filename="../../ui/panels/checklist_dock.cpp" line="90"/>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <location filename="../../ui/panels/checklist_dock.cpp" line="91"/>
        <source>failed</source>
        <translation>不通过</translation>
    </message>
    <message>
        <location filename="../../ui/panels/checklist_dock.cpp" line="92"/>
        <source>not applicable</source>
        <translation>不适用</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ClaimCard</name>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="110"/>
        <source>It is often said:</source>
        <translation>常有人说：</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="119"/>
        <source>unverified</source>
        <translation>未经证实</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="120"/>
        <source>Some of it is somebody&apos;s own experience, which nobody can check.</source>
        <translation>其中一部分是个人经验，无人能够核实。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="126"/>
        <source>What is so</source>
        <translation>事实如何</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="131"/>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="148"/>
        <source>&amp;Try It</source>
        <translation>试一试(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="149"/>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="154"/>
        <source>How much of it is done</source>
        <translation>已完成的比例</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="183"/>
        <source>Show in the Window</source>
        <translation>在窗口中显示</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="185"/>
        <source>Show in the window: %1</source>
        <translation>在窗口中显示：%1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="186"/>
        <source>Puts this session into the window, as a step that can be undone.</source>
        <translation>把此会话放到窗口中，作为一个可以撤销的步骤。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="191"/>
        <source>expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="191"/>
        <source>measured</source>
        <translation>测得</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="217"/>
        <source>not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="218"/>
        <source>agrees</source>
        <translation>一致</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="219"/>
        <source>does not agree</source>
        <translation>不一致</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="222"/>
        <source>%1: expected %2, measured %3, %4</source>
        <translation>%1：预期 %2，测得 %3，%4</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claim_card.cpp" line="249"/>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/claim_card.cpp" line="252"/>
        <source>All %n figure(s) agree.</source>
        <translation>
            <numerusform>全部 %n 个数一致。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/claim_card.cpp" line="253"/>
        <source>%n figure(s) do not agree; see the marks.</source>
        <translation>
            <numerusform>%n 个数不一致；见标记。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ClaimRunner</name>
    <message>
        <location filename="../../ui/claim_runner.cpp" line="66"/>
        <source>There is not enough memory for this.</source>
        <translation>内存不足，无法计算。</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ClaimsDialog</name>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="160"/>
        <source>What Is Said About Attention</source>
        <translation>关于注意力的种种说法</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="161"/>
        <source>Search statements, explanations, formulas</source>
        <translation>搜索说法、解释和公式</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="162"/>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="163"/>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="164"/>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="165"/>
        <source>Can be tried</source>
        <translation>可以一试</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="166"/>
        <source>Unverified</source>
        <translation>未经证实</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="167"/>
        <source>Only statements from somebody&apos;s own experience</source>
        <translation>只看出自个人经验的说法</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="168"/>
        <source>Show All Cards</source>
        <translation>显示所有卡片</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="169"/>
        <source>Statements</source>
        <translation>说法</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="171"/>
        <source>Any verdict</source>
        <translation>任何结论</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="175"/>
        <source>Any topic</source>
        <translation>任何主题</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="249"/>
        <source>%1 of %2 cards</source>
        <translation>%2 张卡片中的 %1 张</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="253"/>
        <source>No card is all of this at once.</source>
        <translation>没有同时满足这些条件的卡片。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="254"/>
        <source>No card holds “%1” and is all of this besides.</source>
        <translation>没有既包含“%1”又满足其他条件的卡片。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="255"/>
        <source>No card holds “%1”.</source>
        <translation>没有包含“%1”的卡片。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/claims_dialog.cpp" line="313"/>
        <source>Try %1</source>
        <translation>试一试 %1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ControlsPanel</name>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="74"/>
        <location filename="../../ui/panels/controls_build.cpp" line="175"/>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="90"/>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="101"/>
        <location filename="../../ui/panels/controls_build.cpp" line="211"/>
        <source>Scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="111"/>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="116"/>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="141"/>
        <source>After the weights</source>
        <translation>权重之后</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="150"/>
        <source>Start values</source>
        <translation>初始值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="172"/>
        <source>Type a sentence. Each line is a sequence of the batch.</source>
        <translation>输入一句话。每一行是批次中的一个序列。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="173"/>
        <source>The words that attend to each other. Each line is one sequence of the batch; shorter ones are padded.</source>
        <translation>相互注意的词。每一行是批次中的一个序列，较短的会被填充。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="176"/>
        <source>Attend to another text (cross-attention)</source>
        <translation>注意另一段文本（交叉注意力）</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="177"/>
        <source>Keys and values come from the other text, queries from the first.</source>
        <translation>键和值来自另一段文本，查询来自第一段。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="178"/>
        <source>The other text, one line for each line above.</source>
        <translation>另一段文本，与上面逐行对应。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="179"/>
        <source>Other text</source>
        <translation>另一段文本</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="185"/>
        <source>Model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="185"/>
        <source>columns of X</source>
        <translation>X 的列数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="186"/>
        <source>How many numbers stand for one token. Changes every array.</source>
        <translation>用多少个数表示一个词元。会改变所有数组。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="187"/>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="187"/>
        <source>heads</source>
        <translation>个头</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="188"/>
        <source>How many attention maps are computed side by side.</source>
        <translation>并排计算多少张注意力图。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="189"/>
        <source>Width of queries and keys</source>
        <translation>查询和键的宽度</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="190"/>
        <location filename="../../ui/panels/controls_build.cpp" line="194"/>
        <source>columns a head</source>
        <translation>每个头的列数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="191"/>
        <source>How long the vectors are whose dot products are the scores. Scores spread as √d_k.</source>
        <translation>点积得到分数的向量有多长。分数的离散程度随 √d_k 增长。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="193"/>
        <source>Width of values</source>
        <translation>值的宽度</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="194"/>
        <source>How much each head hands on. Changes V, context and concat.</source>
        <translation>每个头传递多少内容。会改变 V、上下文和拼接。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="195"/>
        <source>Base of the positional encoding</source>
        <translation>位置编码的底数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="196"/>
        <source>no unit, 10000 is usual</source>
        <translation>无单位，通常为 10000</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="197"/>
        <source>A larger base stretches the slow waves: wavelengths run from 2π to 2π·base.</source>
        <translation>底数越大，慢波越长：波长从 2π 到 2π·底数。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="198"/>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="198"/>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="199"/>
        <source>Share of the weights that are set to 0; the rest is divided by 1 − p.</source>
        <translation>被置为 0 的权重比例；其余除以 1 − p。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="201"/>
        <source>Locked: d_k and d_v follow d_model / H. Moving d_k or d_v by hand unlocks them.</source>
        <translation>锁定：d_k 和 d_v 跟随 d_model / H。手动改动 d_k 或 d_v 即解锁。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="202"/>
        <source>d_k follows d_model / H</source>
        <translation>d_k 跟随 d_model / H</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="203"/>
        <source>Values from W_K too (share K and V)</source>
        <translation>值也由 W_K 得到（K、V 共享）</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="204"/>
        <source>V is made by W_K and b_K. Needs d_k = d_v.</source>
        <translation>V 由 W_K 和 b_K 得到，要求 d_k = d_v。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="210"/>
        <source>What raw scores are multiplied by before the softmax.</source>
        <translation>softmax 之前原始分数所乘的系数。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="212"/>
        <source>Scale</source>
        <translation>缩放系数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="213"/>
        <source>Add the positional encoding</source>
        <translation>加入位置编码</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="215"/>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="216"/>
        <source>A query sees no key that comes after it.</source>
        <translation>查询看不到它之后的键。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="217"/>
        <source>from the bottom right</source>
        <translation>从右下角对齐</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="217"/>
        <source>from the top left</source>
        <translation>从左上角对齐</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="218"/>
        <source>Where the diagonal ends when queries and keys differ in number.</source>
        <translation>查询与键数目不同时对角线止于何处。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="219"/>
        <source>Alignment of the causal mask</source>
        <translation>因果掩码的对齐方式</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="220"/>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="221"/>
        <source>Hides the places that fill up shorter sequences.</source>
        <translation>隐藏补齐较短序列的位置。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="222"/>
        <source>The session&apos;s own mask</source>
        <translation>会话自带的掩码</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="223"/>
        <source>applied</source>
        <translation>施加方式</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="229"/>
        <source>The first way is right, the others are the mistakes people make.</source>
        <translation>第一种是正确的，其余是人们常犯的错误。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="230"/>
        <source>fill</source>
        <translation>填充值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="232"/>
        <source>a number</source>
        <translation>自定数值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="233"/>
        <source>What hidden scores become before the softmax.</source>
        <translation>softmax 之前被隐藏的分数变成什么。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="234"/>
        <source>Fill</source>
        <translation>填充值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="235"/>
        <source>empty rows</source>
        <translation>空行</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="236"/>
        <source>zero</source>
        <translation>零</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="236"/>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="237"/>
        <source>What a row without a visible key becomes.</source>
        <translation>没有可见键的行变成什么。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="239"/>
        <source>dropout seed</source>
        <translation>Dropout 种子</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="240"/>
        <source>normalise</source>
        <translation>归一化</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="241"/>
        <source>no</source>
        <translation>不做</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="241"/>
        <source>the whole row</source>
        <translation>整行</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="241"/>
        <source>each head</source>
        <translation>每个头</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="242"/>
        <source>LayerNorm of the concatenated heads, before W_O.</source>
        <translation>在 W_O 之前对拼接后的各头做 LayerNorm。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="244"/>
        <source>Xavier uniform</source>
        <translation>Xavier 均匀</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="244"/>
        <source>Xavier normal</source>
        <translation>Xavier 正态</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="244"/>
        <source>Kaiming uniform</source>
        <translation>Kaiming 均匀</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="245"/>
        <source>Kaiming normal</source>
        <translation>Kaiming 正态</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="245"/>
        <source>He by d_k</source>
        <translation>按 d_k 的 He</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="245"/>
        <source>normal</source>
        <translation>正态</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="246"/>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="246"/>
        <source>PyTorch Linear</source>
        <translation>PyTorch Linear</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="246"/>
        <source>PyTorch MHA</source>
        <translation>PyTorch MHA</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="247"/>
        <source>identity</source>
        <translation>单位阵</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="247"/>
        <source>orthogonal</source>
        <translation>正交</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="247"/>
        <source>zeros</source>
        <translation>全零</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="248"/>
        <source>constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="251"/>
        <source>not drawn</source>
        <translation>非抽取</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="252"/>
        <source>How this array is drawn from the seed.</source>
        <translation>如何由种子生成此数组。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="255"/>
        <source>%1: deviation, half-width or constant</source>
        <translation>%1：标准差、半宽或常数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_build.cpp" line="256"/>
        <source>Deviation, half-width or constant.</source>
        <translation>标准差、半宽或常数。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="126"/>
        <source>Change the text</source>
        <translation>修改文本</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="131"/>
        <source>Change the other sequence</source>
        <translation>修改另一个序列</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="131"/>
        <source>Attend to the text itself</source>
        <translation>注意文本自身</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="157"/>
        <source>Set %1 to %2</source>
        <translation>将 %1 设为 %2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="175"/>
        <source>Lock d_k to d_model / H</source>
        <translation>将 d_k 锁定为 d_model / H</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="175"/>
        <source>Unlock d_k</source>
        <translation>解锁 d_k</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="180"/>
        <source>Share keys and values</source>
        <translation>共享键和值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="180"/>
        <source>Separate keys and values</source>
        <translation>分开键和值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="185"/>
        <source>Scale: %1</source>
        <translation>缩放：%1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="189"/>
        <source>Set the scale to %1</source>
        <translation>将缩放系数设为 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="194"/>
        <source>Switch the positional encoding on</source>
        <translation>打开位置编码</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="195"/>
        <source>Switch the positional encoding off</source>
        <translation>关闭位置编码</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="209"/>
        <source>Mask the future</source>
        <translation>遮住未来</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="209"/>
        <source>Show the future</source>
        <translation>显示未来</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="211"/>
        <source>Mask the padding</source>
        <translation>遮住填充</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="211"/>
        <source>Show the padding</source>
        <translation>显示填充</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="213"/>
        <source>Use the painted mask</source>
        <translation>使用自带掩码</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="213"/>
        <source>Leave the painted mask out</source>
        <translation>不用自带掩码</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="216"/>
        <source>Change where the causal mask starts</source>
        <translation>改变因果掩码的对齐</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="221"/>
        <source>Mask: %1</source>
        <translation>掩码：%1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="228"/>
        <location filename="../../ui/panels/controls_panel.cpp" line="232"/>
        <source>Fill hidden scores with %1</source>
        <translation>用 %1 填充隐藏的分数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="236"/>
        <source>Empty rows: zero</source>
        <translation>空行：零</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="236"/>
        <source>Empty rows: NaN</source>
        <translation>空行：NaN</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="240"/>
        <source>Normalise: %1</source>
        <translation>归一化：%1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="244"/>
        <source>Set the dropout seed to %1</source>
        <translation>将 Dropout 种子设为 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="254"/>
        <source>Draw %1: %2</source>
        <translation>生成 %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="290"/>
        <source>locked: d_k = d_v = D / H</source>
        <translation>锁定：d_k = d_v = D / H</translation>
    </message>
    <message>
        <location filename="../../ui/panels/controls_panel.cpp" line="290"/>
        <source>free: d_k and d_v by hand</source>
        <translation>自由：手动设定 d_k 和 d_v</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ExamplesDialog</name>
    <message>
        <location filename="../../ui/panels/examples_dialog.cpp" line="41"/>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <location filename="../../ui/panels/examples_dialog.cpp" line="64"/>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../ui/panels/examples_dialog.cpp" line="65"/>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ExplainPanel</name>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="199"/>
        <source>Click a cell of a picture: how it was computed stands here, with the numbers it came from. Each number leads on to where it came from, back to the words. Play walks through a whole row.</source>
        <translation>点击图中的一个单元格：这里会显示它是怎样算出来的，以及所用的数。每个数都可以继续追到它的来处，一直回到词。“播放”会走完整行。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="363"/>
        <source>Explain</source>
        <translation>解释</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="372"/>
        <source>Back to the cell before</source>
        <translation>回到上一个单元格</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="374"/>
        <source>Forward again</source>
        <translation>再前进</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="375"/>
        <source>One cell back</source>
        <translation>后退一个单元格</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="376"/>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="376"/>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="377"/>
        <source>Stop at this cell</source>
        <translation>停在这个单元格</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="378"/>
        <source>Walk through the computation, cell by cell, stage by stage</source>
        <translation>逐格、逐阶段地走完计算</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="379"/>
        <source>One cell on</source>
        <translation>前进一个单元格</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="388"/>
        <source>terms in order</source>
        <translation>按顺序</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="388"/>
        <source>largest first</source>
        <translation>从大到小</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="389"/>
        <source>this row</source>
        <translation>这一行</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="389"/>
        <source>this head</source>
        <translation>这个头</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="390"/>
        <source>Order of the terms</source>
        <translation>各项的顺序</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="391"/>
        <source>Order in which the terms of a sum are shown</source>
        <translation>和式中各项的显示顺序</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="392"/>
        <source>What Play walks through</source>
        <translation>播放的范围</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="394"/>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="395"/>
        <source>How fast Play walks</source>
        <translation>播放的快慢</translation>
    </message>
    <message>
        <location filename="../../ui/panels/explain_panel.cpp" line="396"/>
        <source>Arithmetic of the locked cell</source>
        <translation>所锁定单元格的算式</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ExportDialog</name>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="111"/>
        <source>Export pictures</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="113"/>
        <source>&amp;This view</source>
        <translation>此视图(&amp;T)</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/export/export_dialog.cpp" line="114"/>
        <source>All &amp;heads (%n)</source>
        <translation>
            <numerusform>所有头（%n）(&amp;H)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/export/export_dialog.cpp" line="116"/>
        <source>All &amp;stages (%n)</source>
        <translation>
            <numerusform>所有阶段（%n）(&amp;S)</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="127"/>
        <source>PNG (pixels)</source>
        <translation>PNG（像素）</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="128"/>
        <source>SVG (vector)</source>
        <translation>SVG（矢量）</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="129"/>
        <source>PDF (vector)</source>
        <translation>PDF（矢量）</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="140"/>
        <source>Width</source>
        <translation>宽</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="141"/>
        <source>Height</source>
        <translation>高</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="145"/>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="150"/>
        <source>units of 1/96 inch, at</source>
        <translation>单位 1/96 英寸，分辨率</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="157"/>
        <location filename="../../ui/export/export_dialog.cpp" line="167"/>
        <source>as in the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="158"/>
        <source>white</source>
        <translation>白色</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="159"/>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="160"/>
        <source>transparent</source>
        <translation>透明</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="170"/>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="175"/>
        <source>{head}, {stage} and {batch} are replaced</source>
        <translation>{head}、{stage} 和 {batch} 会被替换</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="183"/>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="184"/>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="185"/>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="187"/>
        <source>&amp;Background</source>
        <translation>背景(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="188"/>
        <source>Font si&amp;ze</source>
        <translation>字号(&amp;Z)</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="189"/>
        <source>T&amp;itle</source>
        <translation>标题(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="190"/>
        <source>F&amp;older</source>
        <translation>文件夹(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="193"/>
        <source>File &amp;name</source>
        <translation>文件名(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="196"/>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="197"/>
        <source>&amp;Copy image</source>
        <translation>复制图像(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="210"/>
        <source>%1, %2 files: %3 …</source>
        <translation>%1，%2 个文件：%3 …</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="219"/>
        <source>Several pictures would get the same name; put {head} or {stage} into it.</source>
        <translation>多张图片会重名；请在文件名中加入 {head} 或 {stage}。</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="248"/>
        <source>Folder for the pictures</source>
        <translation>图片文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="279"/>
        <source>%1 × %2 cm</source>
        <translation>%1 × %2 厘米</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="285"/>
        <source>%1 × %2 pixels, %3</source>
        <translation>%1 × %2 像素，%3</translation>
    </message>
    <message>
        <location filename="../../ui/export/export_dialog.cpp" line="302"/>
        <source>Replace files?</source>
        <translation>替换文件？</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/export/export_dialog.cpp" line="303"/>
        <source>%n file(s) already exist: %1</source>
        <translation>
            <numerusform>已有 %n 个文件存在：%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::FaultDialog</name>
    <message>
        <location filename="../../ui/panels/fault_dialog.cpp" line="91"/>
        <source>Bugs and the Tests That Catch Them</source>
        <translation>错误与查出它们的测试</translation>
    </message>
    <message>
        <location filename="../../ui/panels/fault_dialog.cpp" line="92"/>
        <location filename="../../ui/panels/fault_dialog.cpp" line="93"/>
        <source>Bug</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::FigureView</name>
    <message>
        <location filename="../../ui/plot/figure_view.cpp" line="98"/>
        <location filename="../../ui/plot/figure_view.cpp" line="118"/>
        <source>Figure</source>
        <translation>图</translation>
    </message>
    <message>
        <location filename="../../ui/plot/margin_painter.cpp" line="130"/>
        <source>row max</source>
        <translation>行最大</translation>
    </message>
    <message>
        <location filename="../../ui/plot/margin_painter.cpp" line="131"/>
        <source>row min</source>
        <translation>行最小</translation>
    </message>
    <message>
        <location filename="../../ui/plot/plot_text.cpp" line="30"/>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <location filename="../../ui/plot/plot_text.cpp" line="167"/>
        <source>hidden by the mask</source>
        <translation>被掩码隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/plot/plot_text.cpp" line="171"/>
        <source>row without a visible key</source>
        <translation>没有可见键的行</translation>
    </message>
    <message>
        <location filename="../../ui/plot/plot_text.cpp" line="185"/>
        <source>row {row}, column {column}: {value}</source>
        <translation>行 {row}，列 {column}：{value}</translation>
    </message>
    <message>
        <location filename="../../ui/plot/plot_text.cpp" line="187"/>
        <source>row {row} attends to column {column}: {value}</source>
        <translation>行 {row} 注意列 {column}：{value}</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::GradientsView</name>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="110"/>
        <source>Set the loss to %1</source>
        <translation>将损失设为 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="310"/>
        <location filename="../../ui/views/gradients_view.cpp" line="317"/>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="311"/>
        <source>Inject</source>
        <translation>注入</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="312"/>
        <source>What the gradients are gradients of</source>
        <translation>梯度是对什么求的</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="314"/>
        <source>Shows what goes wrong with gradients. Changes nothing in the session.</source>
        <translation>展示梯度会出什么问题。不改变会话。</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="315"/>
        <source>Gradient drawn as a map</source>
        <translation>画成图的梯度</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="316"/>
        <source>Which gradient is drawn as a map</source>
        <translation>把哪个梯度画成图</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="318"/>
        <source>Injected fault</source>
        <translation>注入的故障</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="319"/>
        <source>Where the gradient is stopped</source>
        <translation>梯度在何处中断</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="320"/>
        <source>Factor of the scores</source>
        <translation>分数的倍数</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="320"/>
        <source>times</source>
        <translation>倍</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="321"/>
        <source>How many times as large the scores are made.</source>
        <translation>分数放大为多少倍。</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="322"/>
        <source>Size of the loss</source>
        <translation>损失的大小</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="323"/>
        <source>power of ten</source>
        <translation>10 的幂</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="324"/>
        <source>How small the loss is before it is rounded to half precision.</source>
        <translation>舍入为半精度之前损失有多小。</translation>
    </message>
    <message>
        <location filename="../../ui/views/gradients_view.cpp" line="325"/>
        <source>Take the sum of the outputs as the loss</source>
        <translation>以输出之和为损失</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::HeadsPanel</name>
    <message>
        <location filename="../../ui/panels/heads_panel.cpp" line="73"/>
        <source>Thresholds of the flags</source>
        <translation>标记的阈值</translation>
    </message>
    <message>
        <location filename="../../ui/panels/heads_panel.cpp" line="85"/>
        <source>Usual values</source>
        <translation>常用值</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::HeadsView</name>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="78"/>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="79"/>
        <source>The heads are being measured.</source>
        <translation>正在度量各头。</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="131"/>
        <source>undefined</source>
        <translation>无定义</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="135"/>
        <source>heads %1 and %2: KL %3, JS %4, cosine %5, centred %6</source>
        <translation>头 %1 与 %2：KL %3，JS %4，余弦 %5，中心化 %6</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="144"/>
        <source>head %1 gives key %2 on average %3; uniform attention %4</source>
        <translation>头 %1 平均给键 %2 的权重为 %3；均匀注意力为 %4</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="160"/>
        <source>head %1: normalised entropy %2, largest weight %3, output share %4</source>
        <translation>头 %1：归一化熵 %2，最大权重 %3，输出份额 %4</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="188"/>
        <source>What is shown of the heads</source>
        <translation>显示头的哪一方面</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="189"/>
        <source>Bits</source>
        <translation>比特</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="190"/>
        <source>Entropy in bits instead of nats</source>
        <translation>熵以比特而非奈特计</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="191"/>
        <source>Thresholds</source>
        <translation>阈值</translation>
    </message>
    <message>
        <location filename="../../ui/views/heads_view.cpp" line="192"/>
        <source>Where a measure becomes a flag</source>
        <translation>度量在何处成为标记</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::HelpDialog</name>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="173"/>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="174"/>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="175"/>
        <source>Search the help</source>
        <translation>搜索帮助</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="176"/>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="177"/>
        <source>Help text</source>
        <translation>帮助正文</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="183"/>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="204"/>
        <source>Nothing in the help speaks of “%1”.</source>
        <translation>帮助中没有提到“%1”。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="230"/>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="233"/>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="262"/>
        <source>In a picture</source>
        <translation>在图中</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="262"/>
        <source>from cell to cell</source>
        <translation>逐个单元格移动</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="262"/>
        <source>arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="263"/>
        <source>to the next or the last picture</source>
        <translation>到下一幅或上一幅图</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="263"/>
        <source>Page Up, Page Down</source>
        <translation>Page Up、Page Down</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="264"/>
        <source>to the ends of a row; with Ctrl to the corners</source>
        <translation>到行的两端；按住 Ctrl 到角上</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="264"/>
        <source>Home, End</source>
        <translation>Home、End</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="265"/>
        <source>lock the cell</source>
        <translation>锁定单元格</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="265"/>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="266"/>
        <source>lock one more</source>
        <translation>再锁定一个</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="266"/>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="266"/>
        <source>free it</source>
        <translation>解除锁定</translation>
    </message>
    <message>
        <location filename="../../ui/panels/help_dialog.cpp" line="266"/>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::HistoryDock</name>
    <message>
        <location filename="../../ui/panels/history_dock.cpp" line="89"/>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <location filename="../../ui/panels/history_dock.cpp" line="90"/>
        <source>As it was opened</source>
        <translation>打开时的状态</translation>
    </message>
    <message>
        <location filename="../../ui/panels/history_dock.cpp" line="91"/>
        <source>Steps that can be undone</source>
        <translation>可以撤销的步骤</translation>
    </message>
    <message>
        <location filename="../../ui/panels/history_dock.cpp" line="92"/>
        <source>as saved</source>
        <translation>已保存</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ImportDialog</name>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="45"/>
        <source>&amp;Layer</source>
        <translation>层(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="46"/>
        <location filename="../../ui/import/import_dialog.cpp" line="222"/>
        <source>&amp;How it lies</source>
        <translation>排列方式(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="63"/>
        <source>Import numbers</source>
        <translation>导入数值</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/import/import_dialog.cpp" line="66"/>
        <source>&lt;b&gt;%1&lt;/b&gt; holds %n array(s)</source>
        <translation>
            <numerusform>&lt;b&gt;%1&lt;/b&gt; 含有 %n 个数组</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="70"/>
        <source>, with the names of %1</source>
        <translation>，采用 %1 的命名</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="75"/>
        <source>(top)</source>
        <translation>（顶层）</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="76"/>
        <source>choose a layer</source>
        <translation>选择一层</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="82"/>
        <source>not said</source>
        <translation>未说明</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="84"/>
        <source>H&amp;eads</source>
        <translation>头数(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="99"/>
        <source>What each array becomes</source>
        <translation>每个数组成为什么</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="103"/>
        <source>choose</source>
        <translation>请选择</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="105"/>
        <source>for all that are asked</source>
        <translation>用于所有待定项</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="106"/>
        <source>Gives the same answer to every array of which the same is asked</source>
        <translation>对所有同样待定的数组给出同一答案</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="120"/>
        <source>&amp;Becomes</source>
        <translation>成为(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="131"/>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/import/import_dialog.cpp" line="194"/>
        <source>The file has %n attention layer(s): choose one above.</source>
        <translation>
            <numerusform>文件有 %n 个注意力层：请在上面选择一个。</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="197"/>
        <source>Nothing is brought in yet: say what an array becomes.</source>
        <translation>尚未导入任何内容：请说明数组成为什么。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/import/import_dialog.cpp" line="199"/>
        <source>%n thing(s) to be said first, for instance how the rows marked ⚠ lie.</source>
        <translation>
            <numerusform>还需先说明 %n 项，例如标有 ⚠ 的行的排列方式。</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/import/import_dialog.cpp" line="221"/>
        <source>It &amp;means</source>
        <translation>含义(&amp;M)</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/import/import_dialog.cpp" line="266"/>
        <source>Import %n array(s) from %1</source>
        <translation>
            <numerusform>从 %1 导入 %n 个数组</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ImportModel</name>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="29"/>
        <source>– left out</source>
        <translation>– 略过</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="31"/>
        <source>W_Q, W_K, W_V in one</source>
        <translation>W_Q、W_K、W_V 合一</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="33"/>
        <source>b_Q, b_K, b_V in one</source>
        <translation>b_Q、b_K、b_V 合一</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="35"/>
        <source>inputs of the keys</source>
        <translation>键的输入</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="37"/>
        <source>inputs of the values</source>
        <translation>值的输入</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="39"/>
        <source>finished queries Q</source>
        <translation>现成的查询 Q</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="41"/>
        <source>finished keys K</source>
        <translation>现成的键 K</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="43"/>
        <source>finished values V</source>
        <translation>现成的值 V</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="45"/>
        <source>the mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="47"/>
        <source>lengths</source>
        <translation>长度</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="49"/>
        <source>the dropout mask</source>
        <translation>dropout 掩码</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="51"/>
        <source>finished attention maps</source>
        <translation>现成的注意力图</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="83"/>
        <source>[in, out], as here and in GPT-2</source>
        <translation>[in, out]，与本程序和 GPT-2 相同</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="84"/>
        <source>[out, in], as torch.nn.Linear: transposed</source>
        <translation>[out, in]，与 torch.nn.Linear 相同：转置</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="86"/>
        <source>rows first: (L, H, d)</source>
        <translation>行在前：(L, H, d)</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="87"/>
        <source>heads first: (H, L, d)</source>
        <translation>头在前：(H, L, d)</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="89"/>
        <source>1 = visible</source>
        <translation>1 = 可见</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="89"/>
        <source>1 = hidden (a torch attn_mask)</source>
        <translation>1 = 隐藏（torch 的 attn_mask）</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="90"/>
        <source>added to the scores as it is</source>
        <translation>原样加到分数上</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="154"/>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="163"/>
        <source>⚠ to be said</source>
        <translation>⚠ 待说明</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="175"/>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="177"/>
        <source>Array</source>
        <translation>数组</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="179"/>
        <source>Becomes</source>
        <translation>成为</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="181"/>
        <source>How it lies</source>
        <translation>排列方式</translation>
    </message>
    <message>
        <location filename="../../ui/import/import_model.cpp" line="183"/>
        <source>Why</source>
        <translation>理由</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MainWindow</name>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="84"/>
        <location filename="../../ui/main_window_files.cpp" line="297"/>
        <source>untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="415"/>
        <source>Choose a stage above, change numbers at the left, point at cells below; more under File ▸ Start page.</source>
        <translation>在上方选择阶段，在左侧改变数值，在下方指向单元格；更多内容见 文件 ▸ 起始页。</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="77"/>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="78"/>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="79"/>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="80"/>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="207"/>
        <source>Set the seed to %1</source>
        <translation>将种子设为 %1</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="253"/>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="255"/>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="257"/>
        <source>Start page…</source>
        <translation>起始页…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="258"/>
        <source>&amp;Examples</source>
        <translation>示例(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="265"/>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="211"/>
        <location filename="../../ui/main_window_menus.cpp" line="266"/>
        <source>Save &amp;As…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="54"/>
        <source>There is no unsaved session to restore.</source>
        <translation>没有可恢复的未保存会话。</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="99"/>
        <source>Draw again with the seed %1</source>
        <translation>用种子 %1 重新抽取</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="254"/>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="256"/>
        <source>Open &amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="267"/>
        <source>Re&amp;vert…</source>
        <translation>还原(&amp;V)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="268"/>
        <source>Back to what was opened or saved last</source>
        <translation>回到最近一次打开或保存的状态</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="269"/>
        <source>Restore &amp;Unsaved Sessions</source>
        <translation>恢复未保存的会话(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="270"/>
        <source>&amp;Import Numbers…</source>
        <translation>导入数值(&amp;I)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="271"/>
        <source>Arrays of other programs: .npy, .npz, .safetensors, CSV</source>
        <translation>其他程序的数组：.npy、.npz、.safetensors、CSV</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="273"/>
        <source>Export &amp;Numbers…</source>
        <translation>导出数值(&amp;N)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="274"/>
        <source>Copy &amp;Numbers As</source>
        <translation>复制数值为(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="275"/>
        <source>&amp;Table for a Spreadsheet</source>
        <translation>电子表格的表(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="280"/>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="281"/>
        <source>This picture as PNG, SVG or PDF (Ctrl+E)</source>
        <translation>将此图存为 PNG、SVG 或 PDF（Ctrl+E）</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="282"/>
        <source>&amp;Copy Image</source>
        <translation>复制图像(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="283"/>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="284"/>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="286"/>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="287"/>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="288"/>
        <source>&amp;Free the Locked Cell</source>
        <translation>释放锁定的单元格(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="289"/>
        <source>&amp;Draw Again with the Next Seed</source>
        <translation>用下一个种子重新生成(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="291"/>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="292"/>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="292"/>
        <source>Saturation</source>
        <translation>饱和</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="293"/>
        <source>Masks</source>
        <translation>掩码</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="293"/>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="294"/>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="295"/>
        <source>Matrices</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="294"/>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="300"/>
        <source>Controls</source>
        <translation>控制</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="301"/>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="302"/>
        <source>As the &amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="303"/>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="304"/>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="305"/>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="306"/>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="307"/>
        <source>&amp;Bugs and Tests…</source>
        <translation>错误与测试(&amp;B)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="308"/>
        <source>What Is &amp;Said…</source>
        <translation>种种说法(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="309"/>
        <source>&amp;Calculator…</source>
        <translation>计算器(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="310"/>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="311"/>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="312"/>
        <source>&amp;Help on What Has the Focus</source>
        <translation>当前所在之处的帮助(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="313"/>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="314"/>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="315"/>
        <source>&amp;What&apos;s This?</source>
        <translation>这是什么(&amp;W)？</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="316"/>
        <source>&amp;Where Things Are</source>
        <translation>界面指引(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="317"/>
        <source>&amp;About Attnscope</source>
        <translation>关于 Attnscope(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="318"/>
        <source>About &amp;Qt</source>
        <translation>关于 &amp;Qt</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="320"/>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="321"/>
        <source>All start values are drawn from this number</source>
        <translation>所有初始值都由此数生成</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="322"/>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="357"/>
        <source>Exported %1</source>
        <translation>已导出 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/main_window_menus.cpp" line="358"/>
        <source>Exported %n picture(s) to %1</source>
        <translation>
            <numerusform>已导出 %n 幅图到 %1</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="372"/>
        <source>The picture is in the clipboard</source>
        <translation>图已复制到剪贴板</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="82"/>
        <source>%1 – example</source>
        <translation>%1 – 示例</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="104"/>
        <source>Save the changes to “%1”?</source>
        <translation>保存对“%1”的更改吗？</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="120"/>
        <source>%1 is open; %2</source>
        <translation>已打开 %1；%2</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="126"/>
        <location filename="../../ui/main_window_files.cpp" line="263"/>
        <location filename="../../ui/main_window_files.cpp" line="312"/>
        <source>Cannot open %1: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="152"/>
        <source>The cat sat on the mat</source>
        <translation>The cat sat on the mat</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="161"/>
        <source>Open a session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="162"/>
        <source>Sessions (*.attn *.npz *.json);;All files (*)</source>
        <translation>会话 (*.attn *.npz *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="177"/>
        <source>%1 (no longer there)</source>
        <translation>%1（已不存在）</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="185"/>
        <source>%1 is no longer there; it was taken off the list.</source>
        <translation>%1 已不存在，已从列表中移除。</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="193"/>
        <source>Nothing was opened or saved yet</source>
        <translation>还没有打开或保存过文件</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="197"/>
        <source>&amp;Clear List</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="204"/>
        <source>Changed by somebody else</source>
        <translation>文件已被更改</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="205"/>
        <source>“%1” was changed by another program since it was opened. Saving would replace those changes.</source>
        <translation>“%1”在打开之后被其他程序更改过。保存将覆盖那些更改。</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="210"/>
        <source>Save &amp;Over It</source>
        <translation>仍然覆盖(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="221"/>
        <source>Save the session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="222"/>
        <source>Sessions (*.attn)</source>
        <translation>会话 (*.attn)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="241"/>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="248"/>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="249"/>
        <source>Go back to “%1” as it was opened or saved last? Undo brings the present state back.</source>
        <translation>回到“%1”最近一次打开或保存的状态吗？撤销可以找回现在的状态。</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="253"/>
        <source>&amp;Revert</source>
        <translation>还原(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="311"/>
        <source>The unsaved session “%1” cannot be restored. %2</source>
        <translation>无法恢复未保存的会话“%1”。%2</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="327"/>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="328"/>
        <source>Discard the unsaved session “%1” for good?</source>
        <translation>永久丢弃未保存的会话“%1”吗？</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/main_window_files.cpp" line="388"/>
        <source>%n files were dropped, but a window shows one session: drop one.</source>
        <translation>
            <numerusform>拖入了 %n 个文件，但一个窗口只显示一个会话：请只拖入一个。</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="393"/>
        <source>%1 is not a file on this machine: save it to a file first.</source>
        <translation>%1 不是本机上的文件：请先保存为文件。</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="383"/>
        <source>About Attnscope</source>
        <translation>关于 Attnscope</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="384"/>
        <source>&lt;h3&gt;Attnscope %1&lt;/h3&gt;&lt;p&gt;Every stage of attention, computed and seen.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later, without any warranty. It uses Qt, QCustomPlot (GPL), Eigen, libzip, nlohmann-json and OpenCL.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Attnscope %1&lt;/h3&gt;&lt;p&gt;注意力的每个阶段，算得出，看得见。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本，不提供任何担保。使用了 Qt、QCustomPlot（GPL）、Eigen、libzip、nlohmann-json 和 OpenCL。&lt;/p&gt;</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="103"/>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_menus.cpp" line="319"/>
        <source>&amp;Look for devices again</source>
        <translation>重新查找设备(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_numbers.cpp" line="57"/>
        <source>Import numbers</source>
        <translation>导入数值</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_numbers.cpp" line="58"/>
        <source>Arrays (*.npy *.npz *.safetensors *.csv *.tsv *.txt);;All files (*)</source>
        <translation>数组 (*.npy *.npz *.safetensors *.csv *.tsv *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_numbers.cpp" line="80"/>
        <location filename="../../ui/main_window_numbers.cpp" line="83"/>
        <source>Cannot import %1: %2</source>
        <translation>无法导入 %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_numbers.cpp" line="99"/>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_numbers.cpp" line="117"/>
        <source>Copied: %1 of head %2</source>
        <translation>已复制：头 %2 的 %1</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_numbers.cpp" line="118"/>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MaskPainter</name>
    <message>
        <location filename="../../ui/views/mask_painter.cpp" line="56"/>
        <source>Mask of head %1</source>
        <translation>头 %1 的掩码</translation>
    </message>
    <message>
        <location filename="../../ui/views/mask_painter.cpp" line="58"/>
        <source> · sequence %1</source>
        <translation> · 序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/mask_painter.cpp" line="59"/>
        <source>%1 of %2 visible · paint to hide or show</source>
        <translation>%2 个中 %1 个可见 · 涂画以隐藏或显示</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/mask_painter.cpp" line="64"/>
        <source>%n row(s) see no key</source>
        <translation>
            <numerusform>%n 行看不到任何键</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/mask_painter.cpp" line="65"/>
        <source>query i (rows)</source>
        <translation>查询 i（行）</translation>
    </message>
    <message>
        <location filename="../../ui/views/mask_painter.cpp" line="66"/>
        <source>key j (columns)</source>
        <translation>键 j（列）</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/mask_painter.cpp" line="208"/>
        <source>Show %n cell(s) of the mask, %1</source>
        <translation>
            <numerusform>显示掩码的 %n 个单元格，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/mask_painter.cpp" line="209"/>
        <source>Hide %n cell(s) of the mask, %1</source>
        <translation>
            <numerusform>隐藏掩码的 %n 个单元格，%1</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/mask_painter.cpp" line="254"/>
        <source>Mask: %1</source>
        <translation>掩码：%1</translation>
    </message>
    <message>
        <location filename="../../ui/views/mask_painter.cpp" line="265"/>
        <source>Invert the mask, %1</source>
        <translation>反转掩码，%1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MaskTools</name>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="134"/>
        <location filename="../../ui/panels/mask_tools.cpp" line="153"/>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="134"/>
        <source>head %1 alone</source>
        <translation>仅头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="136"/>
        <source>all heads, sequence %1</source>
        <translation>所有头，序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="137"/>
        <source>head %1, sequence %2</source>
        <translation>头 %1，序列 %2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="153"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="155"/>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="193"/>
        <source>Keys to each side</source>
        <translation>两侧的键数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="194"/>
        <source>Tokens in a block</source>
        <translation>每块的词元数</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="195"/>
        <source>Every how many keys</source>
        <translation>每隔多少个键</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="196"/>
        <source>Length of the prefix</source>
        <translation>前缀长度</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="203"/>
        <source>Brush</source>
        <translation>画笔</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="203"/>
        <source>Brush: drag over cells. The first cell decides between hiding and showing; the right button does the opposite.</source>
        <translation>画笔：在单元格上拖动。第一个单元格决定是隐藏还是显示；右键相反。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="205"/>
        <source>Rectangle</source>
        <translation>矩形</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="205"/>
        <source>Rectangle: drag from corner to corner</source>
        <translation>矩形：从一角拖到另一角</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="206"/>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="206"/>
        <source>Row: all keys of a query (R at the keyboard, or its label)</source>
        <translation>行：一个查询的所有键（键盘 R，或点其标签）</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="207"/>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="207"/>
        <source>Column: a key for all queries (C at the keyboard, or its label)</source>
        <translation>列：所有查询的一个键（键盘 C，或点其标签）</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="212"/>
        <source>Paint for</source>
        <translation>涂画对象</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="213"/>
        <source>Whose mask a stroke or a preset changes</source>
        <translation>笔画或预设改变谁的掩码</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="214"/>
        <source>Invert</source>
        <translation>反转</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="215"/>
        <source>Visible becomes hidden and the other way round</source>
        <translation>可见变为隐藏，隐藏变为可见</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="216"/>
        <source>all visible</source>
        <translation>全部可见</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="216"/>
        <source>nothing visible</source>
        <translation>全部隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="216"/>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="216"/>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="217"/>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="217"/>
        <source>prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="217"/>
        <source>prefix-LM</source>
        <translation>前缀语言模型</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="217"/>
        <source>blocks</source>
        <translation>分块</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="217"/>
        <source>sentences</source>
        <translation>句子</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="218"/>
        <source>strided</source>
        <translation>跨步</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="218"/>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="220"/>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="221"/>
        <source>A pattern to draw into the mask</source>
        <translation>画进掩码的图案</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="222"/>
        <source>replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="222"/>
        <source>AND</source>
        <translation>与 (AND)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="222"/>
        <source>OR</source>
        <translation>或 (OR)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="223"/>
        <source>Combine with the mask</source>
        <translation>与现有掩码的组合方式</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="224"/>
        <source>replace: the pattern alone · AND: visible in both · OR: visible in either</source>
        <translation>替换：只用图案 · 与：两者都可见 · 或：任一可见</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="226"/>
        <source>Share of visible cells</source>
        <translation>可见单元格的比例</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="228"/>
        <source>Seed of the random mask</source>
        <translation>随机掩码的种子</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="230"/>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <location filename="../../ui/panels/mask_tools.cpp" line="231"/>
        <source>Draw the pattern into the mask</source>
        <translation>把图案画进掩码</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MasksView</name>
    <message>
        <location filename="../../ui/views/masks_view.cpp" line="57"/>
        <source>Fill hidden scores with %1</source>
        <translation>用 %1 填充隐藏的分数</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_view.cpp" line="135"/>
        <source>fill</source>
        <translation>填充值</translation>
    </message>
    <message>
        <location filename="../../ui/views/masks_view.cpp" line="136"/>
        <source>Fill</source>
        <translation>填充值</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MatricesView</name>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="72"/>
        <source>Fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="73"/>
        <source>Draw, set, scale, round … the selected cells, or all of them (Ctrl+D)</source>
        <translation>抽取、设置、缩放、舍入……选中的单元格，或全部（Ctrl+D）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="76"/>
        <source>Nudge the selected cells down by 1 % of the array&apos;s deviation (Ctrl+Down, Alt+wheel; Shift: ten times as far)</source>
        <translation>将选中的单元格减小数组标准差的 1 %（Ctrl+↓、Alt+滚轮；按 Shift 为十倍）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="78"/>
        <source>Nudge the selected cells up by 1 % of the array&apos;s deviation (Ctrl+Up, Alt+wheel; Shift: ten times as far)</source>
        <translation>将选中的单元格增大数组标准差的 1 %（Ctrl+↑、Alt+滚轮；按 Shift 为十倍）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="80"/>
        <source>Nudge down</source>
        <translation>微调减小</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="81"/>
        <source>Nudge up</source>
        <translation>微调增大</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="82"/>
        <source>Reset</source>
        <translation>复位</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="83"/>
        <source>The selected cells as the seed draws them (Ctrl+Backspace)</source>
        <translation>选中的单元格恢复为种子抽取的值（Ctrl+Backspace）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="84"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="85"/>
        <source>The selected cells, for a spreadsheet (Ctrl+C)</source>
        <translation>选中的单元格，供电子表格使用（Ctrl+C）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="86"/>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="87"/>
        <source>A block of cells from a spreadsheet, from the current cell on (Ctrl+V)</source>
        <translation>电子表格中的一块单元格，从当前单元格开始（Ctrl+V）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="89"/>
        <source>Arrays</source>
        <translation>数组</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="90"/>
        <source>Cells</source>
        <translation>单元格</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="129"/>
        <source>&amp;Initialiser…</source>
        <translation>初始化方法(&amp;I)…</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="130"/>
        <source>&amp;Constant…</source>
        <translation>常数(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="131"/>
        <source>I&amp;dentity</source>
        <translation>单位矩阵(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="133"/>
        <source>&amp;Scale…</source>
        <translation>缩放(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="134"/>
        <source>&amp;Transpose</source>
        <translation>转置(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="138"/>
        <source>Transpose (%1 is not square)</source>
        <translation>转置（%1 不是方阵）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="141"/>
        <source>&amp;Round…</source>
        <translation>舍入(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="144"/>
        <source>&amp;Zero a head</source>
        <translation>将一个头置零(&amp;Z)</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="146"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="151"/>
        <source>Set the selection to &amp;0</source>
        <translation>将所选置为 0(&amp;0)</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="154"/>
        <source>R&amp;eset the whole array</source>
        <translation>复位整个数组(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="154"/>
        <source>&amp;Everything visible</source>
        <translation>全部可见(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="181"/>
        <source>Copied %1.</source>
        <translation>已复制 %1。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="191"/>
        <source>There are no numbers in the clipboard.</source>
        <translation>剪贴板中没有数。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="196"/>
        <source>the clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="205"/>
        <source>%1 cells do not fit here: from row %2, column %3 on %4 has only %5. Nothing was pasted.</source>
        <translation>%1 的单元格放不下：从第 %2 行第 %3 列起，%4 只有 %5。没有粘贴任何内容。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="218"/>
        <source>Row %1, column %2 of what was copied is %3, but a mask has only 1 (visible) and 0 (hidden). Nothing was pasted.</source>
        <translation>复制内容的第 %1 行第 %2 列是 %3，但掩码只有 1（可见）和 0（隐藏）。没有粘贴任何内容。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="228"/>
        <source>Pasted %1.</source>
        <translation>已粘贴 %1。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_actions.cpp" line="230"/>
        <source> %n of the numbers are not finite.</source>
        <translation>
            <numerusform> 其中 %n 个数不是有限数。</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="231"/>
        <source>Paste %1 into %2</source>
        <translation>将 %1 粘贴到 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="247"/>
        <source>Set %1 to 0</source>
        <translation>将 %1 设为 0</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="258"/>
        <location filename="../../ui/views/matrices_actions.cpp" line="292"/>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="258"/>
        <source>Hide %1</source>
        <translation>隐藏 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="280"/>
        <source>Nudge %1</source>
        <translation>微调 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="282"/>
        <source>Nudged by %1.</source>
        <translation>已微调 %1。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="302"/>
        <location filename="../../ui/views/matrices_actions.cpp" line="306"/>
        <source>Nothing to reset: the seed draws these cells as they are.</source>
        <translation>无需复位：这些单元格就是种子抽取的值。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_actions.cpp" line="310"/>
        <source>Reset %n cell(s) of %1</source>
        <translation>
            <numerusform>复位 %1 的 %n 个单元格</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_actions.cpp" line="312"/>
        <source>Reset %n cell(s).</source>
        <translation>
            <numerusform>已复位 %n 个单元格。</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="331"/>
        <source>Draw %1: %2, seed %3</source>
        <translation>抽取 %1：%2，种子 %3</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="340"/>
        <source>Set %1 to %2</source>
        <translation>将 %1 设为 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="345"/>
        <source>Scale %1 by %2</source>
        <translation>将 %1 乘以 %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_actions.cpp" line="349"/>
        <source>Round %1 to %n decimal(s)</source>
        <translation>
            <numerusform>将 %1 舍入到 %n 位小数</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="361"/>
        <source>Make %1 the identity</source>
        <translation>将 %1 设为单位矩阵</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="375"/>
        <source>Transpose %1</source>
        <translation>转置 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="381"/>
        <source>Zero head %1 of %2</source>
        <translation>将 %2 的头 %1 置零</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="389"/>
        <location filename="../../ui/views/matrices_view.cpp" line="302"/>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_actions.cpp" line="392"/>
        <location filename="../../ui/views/matrices_view.cpp" line="302"/>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="44"/>
        <source>There is no other sequence: keys and values come from the text itself.</source>
        <translation>没有另一个序列：键和值来自文本本身。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="49"/>
        <source>Keys and values share W_K and b_K: there is nothing of its own to edit here.</source>
        <translation>键和值共用 W_K 和 b_K：这里没有单独可编辑的内容。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="55"/>
        <source>%1 is not applied. “Add” puts it in at the value that changes nothing.</source>
        <translation>没有使用 %1。“添加”会以不改变结果的值加入它。</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="238"/>
        <source>not applied</source>
        <translation>未使用</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="247"/>
        <source>all cells differ</source>
        <translation>所有单元格都不同</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_view.cpp" line="248"/>
        <source>edited: %n cell(s)</source>
        <translation>
            <numerusform>已编辑：%n 个单元格</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="249"/>
        <source>brought in</source>
        <translation>导入的</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="253"/>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="304"/>
        <source>It is not applied any more (Alt+Del)</source>
        <translation>不再使用它（Alt+Del）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="305"/>
        <source>Puts it in at the value that changes nothing (Alt+Ins)</source>
        <translation>以不改变结果的值加入（Alt+Ins）</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="311"/>
        <source> · %1 cells selected</source>
        <translation> · 已选 %1 个单元格</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="313"/>
        <source> · edits belong to this place: the same word elsewhere keeps its vector</source>
        <translation> · 编辑只属于这个位置：别处的同一个词保持原来的向量</translation>
    </message>
    <message>
        <location filename="../../ui/views/matrices_view.cpp" line="332"/>
        <source>Type to replace · F2 edits · Shift+arrows select · Ctrl+Up/Down or Alt+wheel nudge · Del = 0</source>
        <translation>直接输入以替换 · F2 编辑 · Shift+方向键选择 · Ctrl+↑/↓ 或 Alt+滚轮微调 · Del = 0</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MatrixFillDialog</name>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="46"/>
        <source>Fan of one &amp;head&apos;s block</source>
        <translation>按单个头的块计算 fan(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="49"/>
        <source>Draw %1</source>
        <translation>抽取 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="49"/>
        <source>Set %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="49"/>
        <source>Scale %1</source>
        <translation>缩放 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="49"/>
        <source>Round %1</source>
        <translation>舍入 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="61"/>
        <source>&amp;Initialiser</source>
        <translation>初始化方法(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="67"/>
        <source>&amp;Seed</source>
        <translation>种子(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="67"/>
        <source>&amp;Decimals</source>
        <translation>小数位数(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="114"/>
        <source>&amp;Factor</source>
        <translation>系数(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="115"/>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="118"/>
        <source>&amp;Value</source>
        <translation>值(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="116"/>
        <source>&amp;Deviation σ</source>
        <translation>标准差 σ(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_fill_dialog.cpp" line="117"/>
        <source>&amp;Half-width</source>
        <translation>半宽(&amp;H)</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MatrixHeader</name>
    <message>
        <location filename="../../ui/panels/matrix_header.cpp" line="81"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MatrixModel</name>
    <message>
        <location filename="../../ui/panels/matrix_model.cpp" line="51"/>
        <source> · visible</source>
        <translation> · 可见</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_model.cpp" line="51"/>
        <source> · hidden</source>
        <translation> · 隐藏</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_model.cpp" line="54"/>
        <source> · edited, drawn as %1</source>
        <translation> · 已编辑，原抽取值 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_model.cpp" line="58"/>
        <source> · brought in</source>
        <translation> · 导入的</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_model.cpp" line="110"/>
        <source>head %1, its column %2</source>
        <translation>头 %1，其第 %2 列</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_model.cpp" line="110"/>
        <source>head %1, its row %2</source>
        <translation>头 %1，其第 %2 行</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_model.cpp" line="113"/>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <location filename="../../ui/panels/matrix_model.cpp" line="113"/>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MessageBar</name>
    <message>
        <location filename="../../ui/panels/message_bar.cpp" line="48"/>
        <source>less</source>
        <translation>收起</translation>
    </message>
    <message>
        <location filename="../../ui/panels/message_bar.cpp" line="48"/>
        <source>more</source>
        <translation>展开</translation>
    </message>
    <message>
        <location filename="../../ui/panels/message_bar.cpp" line="49"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::NumberControl</name>
    <message>
        <location filename="../../ui/panels/number_control.cpp" line="127"/>
        <location filename="../../ui/panels/number_control.cpp" line="144"/>
        <source>Back to %1</source>
        <translation>恢复为 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/number_control.cpp" line="128"/>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::PositionsView</name>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="38"/>
        <source>Set %1 to %2</source>
        <translation>将 %1 设为 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="93"/>
        <source>PE · position %1 · column %2 · %3</source>
        <translation>PE · 位置 %1 · 第 %2 列 · %3</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="102"/>
        <source>PE·PEᵀ · positions %1 and %2 · %3</source>
        <translation>PE·PEᵀ · 位置 %1 和 %2 · %3</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="114"/>
        <source>%1 · without PE %2</source>
        <translation>%1 · 无 PE 时 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="137"/>
        <source>Base of the positional encoding</source>
        <translation>位置编码的底数</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="138"/>
        <source>no unit, 10000 is usual</source>
        <translation>无单位，通常为 10000</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="139"/>
        <source>A larger base stretches the slow waves only.</source>
        <translation>底数越大，只有慢波被拉长。</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="140"/>
        <source>Positions shown</source>
        <translation>显示的位置数</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="140"/>
        <source>length</source>
        <translation>长度</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="140"/>
        <source>positions</source>
        <translation>个位置</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="141"/>
        <source>How many positions the pictures show. Changes no attention.</source>
        <translation>图中显示多少个位置，不改变注意力。</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="142"/>
        <source>Pair of columns</source>
        <translation>列对</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="142"/>
        <source>pair</source>
        <translation>列对</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="142"/>
        <source>pair of columns 2i, 2i+1</source>
        <translation>列 2i、2i+1 组成的对</translation>
    </message>
    <message>
        <location filename="../../ui/views/positions_view.cpp" line="143"/>
        <source>Which sine and cosine are drawn as curves.</source>
        <translation>把哪一对正弦和余弦画成曲线。</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ReadoutBar</name>
    <message>
        <location filename="../../ui/panels/readout_bar.cpp" line="32"/>
        <source>free (Esc)</source>
        <translation>释放 (Esc)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readout_bar.cpp" line="33"/>
        <source>Free the locked cell</source>
        <translation>释放锁定的单元格</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readout_bar.cpp" line="34"/>
        <source>Cell under the pointer</source>
        <translation>指针下的单元格</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readout_bar.cpp" line="35"/>
        <source>Locked cell</source>
        <translation>锁定的单元格</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readout_bar.cpp" line="54"/>
        <source>Point at a cell for its value · click locks it · Ctrl-click adds · arrows walk</source>
        <translation>指向单元格查看数值 · 单击锁定 · Ctrl+单击添加 · 方向键移动</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::RecoveryBar</name>
    <message>
        <location filename="../../ui/panels/recovery_bar.cpp" line="55"/>
        <source>The program ended unexpectedly. A session from %1, “%2”, with unsaved changes can be restored.</source>
        <translation>程序意外结束。可以恢复 %1 的会话“%2”及其未保存的更改。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/recovery_bar.cpp" line="58"/>
        <source>The program ended unexpectedly. %n sessions with unsaved changes can be restored:</source>
        <translation>
            <numerusform>程序意外结束。可以恢复 %n 个含有未保存更改的会话：</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/panels/recovery_bar.cpp" line="84"/>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <location filename="../../ui/panels/recovery_bar.cpp" line="85"/>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <location filename="../../ui/panels/recovery_bar.cpp" line="87"/>
        <source>Restore %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/recovery_bar.cpp" line="88"/>
        <source>Discard %1</source>
        <translation>丢弃 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/recovery_bar.cpp" line="125"/>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <location filename="../../ui/panels/recovery_bar.cpp" line="126"/>
        <source>Keeps them: File ▸ Restore Unsaved Sessions, or the next start</source>
        <translation>予以保留：文件 ▸ 恢复未保存的会话，或下次启动时</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::SaturationView</name>
    <message>
        <location filename="../../ui/views/saturation_view.cpp" line="101"/>
        <source>Set %1 to %2</source>
        <translation>将 %1 设为 %2</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_view.cpp" line="234"/>
        <source>Left</source>
        <translation>左</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_view.cpp" line="234"/>
        <source>Right</source>
        <translation>右</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_view.cpp" line="235"/>
        <source>Scaling of the left panel</source>
        <translation>左面板的缩放</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_view.cpp" line="236"/>
        <source>Scaling of the right panel</source>
        <translation>右面板的缩放</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_view.cpp" line="237"/>
        <source>What this panel&apos;s scores are multiplied by. Changes nothing in the session.</source>
        <translation>此面板的分数所乘的系数。不改变会话中的任何东西。</translation>
    </message>
    <message>
        <location filename="../../ui/views/saturation_view.cpp" line="239"/>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::SessionDocument</name>
    <message>
        <location filename="../../ui/session_document.cpp" line="201"/>
        <source>Revert to what was saved</source>
        <translation>还原到已保存的状态</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::StagesView</name>
    <message>
        <location filename="../../ui/views/stages_view.cpp" line="185"/>
        <source>Edit cell</source>
        <translation>编辑单元格</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_view.cpp" line="186"/>
        <source>Edits the chosen cell where it is, or says what makes it (F2, or Enter on the locked cell)</source>
        <translation>就地编辑所选单元格，或说明它由什么产生（F2，或在锁定的单元格上按 Enter）</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_view.cpp" line="230"/>
        <source>%1 in Matrices</source>
        <translation>在“矩阵”中打开 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_view.cpp" line="232"/>
        <source>%1 is computed: %2. It changes with:</source>
        <translation>%1 是计算得到的：%2。它随以下内容变化：</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_view.cpp" line="247"/>
        <source>The causal mask hides this key. Switch it off in the controls to decide cell by cell.</source>
        <translation>因果掩码隐藏了这个键。在控制面板中关闭它，即可逐格决定。</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_view.cpp" line="249"/>
        <source>The padding mask hides this key. Switch it off in the controls to decide cell by cell.</source>
        <translation>填充掩码隐藏了这个键。在控制面板中关闭它，即可逐格决定。</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_view.cpp" line="258"/>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/stages_view.cpp" line="258"/>
        <source>Hide %1</source>
        <translation>隐藏 %1</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::StatisticsStrip</name>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="153"/>
        <source>Statistics of the stage</source>
        <translation>此阶段的统计</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="157"/>
        <source>%1

NaN and ∞ are counted and left out of mean, std (sample, n − 1), min and max.</source>
        <translation>%1

NaN 和 ∞ 单独计数，不计入均值、标准差（样本，n − 1）、最小值和最大值。</translation>
    </message>
    <message>
        <location filename="../../ui/panels/statistics_strip.cpp" line="165"/>
        <source>Copy the Statistics</source>
        <translation>复制统计</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::StatusPanel</name>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="71"/>
        <source>sequence %1, head %2, query %3</source>
        <translation>序列 %1，头 %2，查询 %3</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="110"/>
        <source>The engine that computed what is shown</source>
        <translation>计算当前显示内容的引擎</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="112"/>
        <source>preparing the device…</source>
        <translation>正在准备设备…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="113"/>
        <source>reference engine stands in</source>
        <translation>由参考引擎代替</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="122"/>
        <source>%1 ms · frame %2 ms</source>
        <translation>%1 ms · 帧 %2 ms</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="123"/>
        <source>Computing alone, and from the change to the painted picture</source>
        <translation>单独的计算时间，以及从改动到画面绘出的时间</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="127"/>
        <source>too large to compare by the way</source>
        <translation>过大，未顺带比较</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="130"/>
        <source>engine vs reference %1</source>
        <translation>引擎与参考相差 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="131"/>
        <source>differs from the reference: %1</source>
        <translation>与参考不符：%1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="134"/>
        <source>Largest |Δ| of each stage:</source>
        <translation>各阶段最大的 |Δ|：</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="144"/>
        <source>checklist %1/%2</source>
        <translation>检查表 %1/%2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="147"/>
        <source>failed: %1</source>
        <translation>不通过：%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/status_panel.cpp" line="149"/>
        <source>%n not applicable</source>
        <translation>
            <numerusform>%n 项不适用</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../ui/panels/status_panel.cpp" line="150"/>
        <source>A click opens the checklist</source>
        <translation>点击打开检查表</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/status_panel.cpp" line="158"/>
        <source>%n row(s) without a visible key</source>
        <translation>
            <numerusform>%n 行没有可见的键</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/status_panel.cpp" line="160"/>
        <source>%n NaN</source>
        <translation>
            <numerusform>%n 个 NaN</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/status_panel.cpp" line="162"/>
        <source>%n infinite</source>
        <translation>
            <numerusform>%n 个无穷</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::TokenEditor</name>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="222"/>
        <source>Sequence %1, token %2</source>
        <translation>序列 %1，词元 %2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="223"/>
        <source>Token %1</source>
        <translation>词元 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="250"/>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="262"/>
        <source>%1: remove %2</source>
        <translation>%1：移除 %2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="286"/>
        <source>%1: join %2 and %3</source>
        <translation>%1：合并 %2 和 %3</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="302"/>
        <source>Split a token</source>
        <translation>拆分词元</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="302"/>
        <source>A space where the parts divide:</source>
        <translation>在拆分处加一个空格：</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="324"/>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="325"/>
        <source>Insert &amp;Before</source>
        <translation>在前面插入(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="326"/>
        <source>Insert &amp;After</source>
        <translation>在后面插入(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="327"/>
        <source>R&amp;emove</source>
        <translation>移除(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="328"/>
        <source>&amp;Split…</source>
        <translation>拆分(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="329"/>
        <source>&amp;Join with the Next</source>
        <translation>与下一个合并(&amp;J)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="330"/>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="331"/>
        <source>Tokens of the other text</source>
        <translation>另一文本的词元</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="332"/>
        <source>Change the token</source>
        <translation>更改词元</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_editor.cpp" line="333"/>
        <source>Rename, add, remove, split or join the chosen token</source>
        <translation>重命名、添加、移除、拆分或合并所选词元</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::TokenModel</name>
    <message>
        <location filename="../../ui/panels/token_model.cpp" line="53"/>
        <location filename="../../ui/panels/token_model.cpp" line="64"/>
        <source>token %1: “%2”</source>
        <translation>词元 %1：“%2”</translation>
    </message>
    <message>
        <location filename="../../ui/panels/token_model.cpp" line="60"/>
        <source>token %1: “%2”. It stands %3 times here, each with the same start vector.</source>
        <translation>词元 %1：“%2”。它在此出现 %3 次，每次的初始向量都相同。</translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ViewBar</name>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="127"/>
        <location filename="../../ui/views/view_bar.cpp" line="186"/>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="129"/>
        <location filename="../../ui/views/view_bar.cpp" line="188"/>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="131"/>
        <location filename="../../ui/views/view_bar.cpp" line="190"/>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="165"/>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="167"/>
        <source>Raw scores, scores, masked scores and weights of one head side by side</source>
        <translation>并排显示一个头的原始分数、分数、掩码后的分数和权重</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="168"/>
        <source>Margins</source>
        <translation>边栏</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="169"/>
        <source>Entropy of each row at the right, mean of each key below, where one or two heads are shown</source>
        <translation>右侧为每行的熵，下方为每个键的均值（显示一两个头时）</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="171"/>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="172"/>
        <source>Values in the cells where there is room</source>
        <translation>空间足够时在单元格内显示数值</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="173"/>
        <source>colours by stage</source>
        <translation>按阶段配色</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="173"/>
        <source>viridis</source>
        <translation>viridis</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="173"/>
        <source>cividis</source>
        <translation>cividis</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="173"/>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="174"/>
        <source>blue–red</source>
        <translation>蓝–红</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="174"/>
        <source>purple–green</source>
        <translation>紫–绿</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="175"/>
        <source>Colour map</source>
        <translation>配色</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="176"/>
        <source>one range</source>
        <translation>统一范围</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="176"/>
        <source>range per head</source>
        <translation>每头范围</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="176"/>
        <source>fixed range</source>
        <translation>固定范围</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="177"/>
        <source>Colour range</source>
        <translation>颜色范围</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="178"/>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="178"/>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="178"/>
        <source>per row</source>
        <translation>按行</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="179"/>
        <source>Colour scale</source>
        <translation>颜色标度</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="180"/>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="181"/>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="182"/>
        <source>Lower end</source>
        <translation>下限</translation>
    </message>
    <message>
        <location filename="../../ui/views/view_bar.cpp" line="183"/>
        <source>Upper end</source>
        <translation>上限</translation>
    </message>
</context>
</TS>
